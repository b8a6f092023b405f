//! The report as a browser shows it: headless Chromium draws it light and dark, on a phone, and prints it.

#[path = "common/cli.rs"]
mod cli;

use cli::{comity, scenario};
use comity::labels::Lang;
use comity::models::Lab;
use comity::plot::{Options, draw};
use comity::report::{Input, html};
use comity::scenario::Scenario;
use comity::store::RunRecorder;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A page of a real run.
fn page(lang: Lang) -> String {
    let lab = Lab::new();
    let text = std::fs::read_to_string("scenarios/twenty-rounds.toml").unwrap();
    let scenario = Scenario::read(&text, "twenty-rounds.toml", &[], &lab).unwrap();
    let mut progress = |_, _| ();
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    let key = scenario.run_key(0);
    scenario.model.run(&comity::models::RunCx { key: &key, trace: scenario.trace }, &mut recorder).unwrap();
    let recorded = recorder.finish().unwrap();
    let options = Options { lang, caption: "seed 1".into(), ..Options::default() };
    let figures: Vec<_> = recorded.tables.iter().flat_map(|table| draw(table, &options).unwrap()).collect();
    html(&Input {
        lang,
        title: scenario.title_in(lang),
        source: &scenario.source,
        question: &scenario.preface,
        model: scenario.describe(&lab),
        command: "comity run scenario.toml",
        scenario: &scenario.resolved_toml(),
        tables: recorded.tables.iter().collect(),
        figures: &figures,
        ..Input::default()
    })
}

fn chromium() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}

fn browse(browser: &str, profile: &Path, arguments: &[String]) -> Vec<u8> {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The brightness of the page's corner and the share of pixels that differ from it.
fn look(file: &PathBuf) -> (u32, f64) {
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(file).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let size = info.color_type.samples();
    let brightness = |pixel: &[u8]| pixel[..3].iter().map(|c| u32::from(*c)).sum::<u32>() / 3;
    let ground = brightness(&pixels[..size]);
    let shown: Vec<u32> = pixels[..info.buffer_size()].chunks_exact(size).map(brightness).collect();
    let other = shown.iter().filter(|b| b.abs_diff(ground) > 40).count();
    (ground, other as f64 / shown.len() as f64)
}

/// The page's language, and where it is: of a comparison of policies, of a sweep over the last round, and of the gallery.
fn large(dir: &Path) -> Vec<(Lang, PathBuf)> {
    let at = |path: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(path).display().to_string();
    let few = "model.policies.repetitions=2";
    comity(dir, &["run", &scenario("policy-comparison.toml"), "--set", few, "--out", "policies"]).ends(0);
    comity(dir, &["report", "policies", "--lang", "zh", "--out", "policies-zh"]).ends(0);
    comity(dir, &["sweep", "run", &at("experiments/last-round-penalty.toml"), "--out", "ends"]).ends(0);
    comity(dir, &["report", "ends", "--lang", "zh", "--out", "ends-zh"]).ends(0);
    for (lang, out) in [("en", "gallery"), ("zh", "gallery-zh")] {
        let results = at("experiments/gallery");
        comity(dir, &["gallery", "N1", "N2", "N5", "--dir", &results, "--out", out, "--lang", lang]).ends(0);
    }
    let pages = [
        (Lang::En, "policies"),
        (Lang::Zh, "policies-zh"),
        (Lang::En, "ends/results"),
        (Lang::Zh, "ends-zh"),
        (Lang::En, "gallery"),
        (Lang::Zh, "gallery-zh"),
    ];
    pages.into_iter().map(|(lang, out)| (lang, dir.join(out).join("report.html"))).collect()
}

/// Says in the title of the page around it how wide this page is shown and how wide it is, and what reaches beyond its edge that
/// no ancestor lets scroll.
const MEASURE: &str = "<script>
    const beyond = [...document.querySelectorAll('body *')].filter(e => {
        if (e.getBoundingClientRect().right <= innerWidth + 1) return false;
        for (let p = e.parentElement; p; p = p.parentElement)
            if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(p).overflowX)) return false;
        return true;
    });
    parent.document.title = `${innerWidth} ${document.documentElement.scrollWidth} ${beyond.map(e => e.outerHTML.slice(0, 80))}`;
</script></body>";

/// Checks that a page fits a window of a width: it is not wider, and nothing is cut. The page itself has no script.
fn fits(browser: &str, dir: &Path, page: &str, width: u32, name: &str) {
    let (before, policy) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").expect("a policy");
    let page = format!("{before}{}", policy.split_once('>').expect("its end").1).replace("</body>", MEASURE);
    let page = page.replace('&', "&amp;").replace('"', "&quot;");
    let around = dir.join("around.html");
    let frame = format!("<title>none</title><iframe style=\"width:{width}px;height:2000px;border:0\"");
    std::fs::write(&around, format!("{frame} srcdoc=\"{page}\"></iframe>")).unwrap();
    let arguments = [
        "--window-size=1400,3000",
        "--virtual-time-budget=3000",
        "--dump-dom",
        &format!("file://{}", around.display()),
    ];
    let dom = browse(browser, &dir.join("profile"), &arguments.map(String::from));
    let dom = String::from_utf8(dom).unwrap();
    let title = dom.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0.to_string();
    let parts: Vec<&str> = title.splitn(3, ' ').collect();
    let [shown, wide, cut] = parts[..] else { panic!("{name}: {title}") };
    assert_eq!(shown, width.to_string(), "{name}");
    let wide: u32 = wide.parse().unwrap();
    assert!(wide <= width && cut.is_empty(), "{name}: {wide} of {width}: {cut}");
}

/// The three reports that others are handed: in both languages, on a phone and on a desk, without a complaint of the browser.
#[test]
fn a_browser_shows_the_large_reports_without_errors() {
    let Some(browser) = chromium() else {
        writeln!(std::io::stderr(), "skipped: no chromium").unwrap();
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let profile = dir.path().join("profile");
    for (lang, file) in large(dir.path()) {
        let page = std::fs::read_to_string(&file).unwrap();
        assert!(
            page.len() < 5_000_000 && page.contains(&format!("<html lang=\"{}\"", lang.tag())),
            "{}",
            file.display()
        );
        let name = file.display().to_string();
        fits(browser, dir.path(), &page, 390, &name);
        // As it is printed: of A4, the text of a page that lies across is 1040 pixels wide, where nothing scrolls.
        fits(browser, dir.path(), &page.replace("@media print", "@media all"), 1040, &name);
        let url = format!("file://{}", file.display());
        for width in [400, 1200] {
            let shot = dir.path().join("shot.png");
            let output = Command::new(browser)
                .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"])
                .args(["--enable-logging=stderr", "--blink-settings=preferredColorScheme=1"])
                .arg(format!("--user-data-dir={}", profile.display()))
                .arg(format!("--window-size={width},3000"))
                .arg(format!("--screenshot={}", shot.display()))
                .arg(&url)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{said}");
            // What a page does wrong, such as a style that is refused or a file that is not there, is told on the console.
            assert!(!said.contains("CONSOLE"), "{}: {said}", file.display());
            let (ground, other) = look(&shot);
            assert!(ground > 200 && other > 0.01, "{}, {width} wide: {ground}, {other}", file.display());
        }
    }
}

#[test]
fn a_browser_shows_and_prints_the_page() {
    let Some(browser) = chromium() else {
        // Past the capture of a passing test's output: whoever runs the tests is to see it.
        writeln!(std::io::stderr(), "skipped: no chromium").unwrap();
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let profile = dir.path().join("profile");
    for lang in Lang::ALL {
        let page = page(lang);
        assert!(page.len() < 5_000_000);
        let file = dir.path().join(format!("report-{}.html", lang.tag()));
        std::fs::write(&file, &page).unwrap();
        let url = format!("file://{}", file.display());

        // What the browser made of it is what the page says: every section, and every figure as a drawing.
        let dom = String::from_utf8(browse(browser, &profile, &["--dump-dom".into(), url.clone()])).unwrap();
        for part in ["<h2 id=\"question\"", "<h2 id=\"results\"", "<h2 id=\"model\"", "</footer>"] {
            assert!(dom.contains(part), "{part}");
        }
        assert_eq!(dom.matches("<figure").count(), page.matches("<figure").count());

        for (scheme, bright) in [(1, true), (0, false)] {
            for width in [400, 1200] {
                let shot = dir.path().join("shot.png");
                let arguments = [
                    format!("--blink-settings=preferredColorScheme={scheme}"),
                    format!("--window-size={width},1600"),
                    format!("--screenshot={}", shot.display()),
                    url.clone(),
                ];
                browse(browser, &profile, &arguments);
                let (ground, other) = look(&shot);
                assert_eq!(ground > 200, bright, "{lang:?}, scheme {scheme}, {width} wide: brightness {ground}");
                assert_eq!(ground < 60, !bright, "{lang:?}, scheme {scheme}, {width} wide: brightness {ground}");
                assert!(other > 0.01, "{lang:?}, scheme {scheme}, {width} wide: {other} of the page is not its ground");
            }
        }

        let pdf = dir.path().join("report.pdf");
        browse(browser, &profile, &[format!("--print-to-pdf={}", pdf.display()), url]);
        let printed = std::fs::read(&pdf).unwrap();
        assert!(printed.starts_with(b"%PDF") && printed.len() > 10_000);
    }
}
