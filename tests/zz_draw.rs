#[path = "common/tables.rs"]
mod tables;
use comity::plot::{Options, draw};
#[test]
fn out() {
    for n in ["beer_quiche", "kuhn_poker", "entry_tree", "centipede_tree(moves=30)", "centipede_tree", "ultimatum_tree"]
    {
        for (k, f) in draw(&tables::game_tree(n), &Options { caption: "Caption".into(), ..Options::default() })
            .unwrap()
            .into_iter()
            .enumerate()
        {
            std::fs::write(format!("/tmp/figs/{}-{k}.png", n.replace(['(', ')', '='], "_")), f.png).unwrap();
        }
    }
    for n in ["inspection", "random-hidden-11", "forgets-own-move", "pd-2-rounds", "horse-tilted", "only-an-end-null"] {
        let t = comity::game::ExtensiveForm::read_efg(
            &std::fs::read_to_string(format!("tests/oracles/extensive/efg/{n}.efg")).unwrap(),
        )
        .unwrap()
        .table();
        for f in draw(&t, &Options { caption: "Caption".into(), ..Options::default() }).unwrap() {
            std::fs::write(format!("/tmp/figs/{n}.png"), f.png).unwrap();
        }
    }
}
