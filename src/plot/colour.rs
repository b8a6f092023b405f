//! Colours, dashes and markers that are told apart without colour vision and in greyscale.
//!
//! Series take the palette of Okabe & Ito (2008, "Color Universal Design"), which people with any
//! common colour vision tell apart. Its members differ in luminance by little when all eight are used,
//! so [`palette`] picks, for as many series as a run has, those that lie farthest apart, from dark to
//! light; and each series has a dash pattern and a marker of its own besides. Beyond eight come sixteen of
//! further lightness: mixtures of the eight with white and black, each as far as can be from those before
//! it in CIELAB as people see it with common vision, without red cones and without green (Machado,
//! Oliveira & Fernandes 2009), so that the first are told apart best. After twenty-four the colours start
//! again; areas, which have neither dash nor marker, are then told apart by their place. The scale of heat maps
//! falls evenly in CIE lightness from 97 to 16, so that a grey print keeps its order.

/// A colour and its opacity from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ink {
    pub rgb: (u8, u8, u8),
    pub alpha: f64,
}

pub(super) const BLACK: Ink = Ink::hex(0x00_00_00);
pub(super) const WHITE: Ink = Ink::hex(0xff_ff_ff);
/// Titles and words in the figure.
pub(super) const TEXT: Ink = Ink::hex(0x22_22_22);
/// Words of less weight: ticks, captions.
pub(super) const SOFT: Ink = Ink::hex(0x4d_4d_4d);
/// Axes.
pub(super) const AXIS: Ink = Ink::hex(0x80_80_80);
/// The grid.
pub(super) const GRID: Ink = Ink::hex(0xe3_e3_e3);
/// The ground of headings and of bands of rows.
pub(super) const PALE: Ink = Ink::hex(0xf3_f3_f3);
/// A cell without a value.
pub(super) const ABSENT: Ink = Ink::hex(0xd9_d9_d9);
/// Series beyond those that a chart singles out.
pub(super) const BACKGROUND: Ink = Ink::hex(0xc2_c2_c2);

pub(super) const BLUE: Ink = Ink::hex(0x00_72_b2);
pub(super) const VERMILLION: Ink = Ink::hex(0xd5_5e_00);
pub(super) const GREEN: Ink = Ink::hex(0x00_9e_73);
pub(super) const PURPLE: Ink = Ink::hex(0xcc_79_a7);
pub(super) const SKY: Ink = Ink::hex(0x56_b4_e9);
pub(super) const ORANGE: Ink = Ink::hex(0xe6_9f_00);
pub(super) const YELLOW: Ink = Ink::hex(0xf0_e4_42);

/// The palette from dark to light.
pub(super) const OKABE_ITO: [Ink; 8] = [BLACK, BLUE, VERMILLION, GREEN, PURPLE, SKY, ORANGE, YELLOW];

/// Which of the palette to take for 1 to 8 series.
const CHOICE: [&[usize]; 8] = [
    &[1],
    &[1, 6],
    &[0, 1, 6],
    &[0, 1, 3, 6],
    &[0, 1, 2, 4, 6],
    &[0, 1, 2, 4, 6, 7],
    &[0, 1, 2, 3, 4, 6, 7],
    &[0, 1, 2, 3, 4, 5, 6, 7],
];

/// The ninth colour to the twenty-fourth.
const FURTHER: [Ink; 16] = [
    Ink::hex(0x45_30_00),
    Ink::hex(0xf5_d9_99),
    Ink::hex(0x00_39_59),
    Ink::hex(0x4c_4c_4c),
    Ink::hex(0xab_da_f4),
    Ink::hex(0x95_42_00),
    Ink::hex(0xf0_c5_66),
    Ink::hex(0x99_d8_c7),
    Ink::hex(0x00_2f_22),
    Ink::hex(0xe6_9e_66),
    Ink::hex(0x2b_5a_74),
    Ink::hex(0x00_22_35),
    Ink::hex(0x33_8e_c1),
    Ink::hex(0xf2_cf_b2),
    Ink::hex(0x80_b8_d8),
    Ink::hex(0x00_50_7d),
];

const DASHES: [&[f64]; 6] =
    [&[], &[7.0, 3.0], &[2.0, 2.5], &[9.0, 3.0, 2.0, 3.0], &[14.0, 4.0], &[4.0, 2.0, 1.5, 2.0, 1.5, 2.0]];

const MARKERS: [Marker; 8] = [
    Marker::Disc,
    Marker::Square,
    Marker::Up,
    Marker::Diamond,
    Marker::Ring,
    Marker::OpenSquare,
    Marker::Down,
    Marker::Cross,
];

/// The shape at a point of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Disc,
    Square,
    Up,
    Diamond,
    Ring,
    OpenSquare,
    Down,
    Cross,
}

/// How a series looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    pub ink: Ink,
    pub dash: &'static [f64],
    pub marker: Marker,
}

impl Ink {
    pub(super) const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self { rgb: (r, g, b), alpha: 1.0 }
    }

    pub(super) const fn alpha(self, alpha: f64) -> Self {
        Self { rgb: self.rgb, alpha }
    }

    /// CIE 1976 lightness, from 0 (black) to 100 (white), of the opaque colour.
    pub(super) fn lightness(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
        };
        let (r, g, b) = self.rgb;
        let y = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
        if y > 216.0 / 24_389.0 { 116.0 * libm::cbrt(y) - 16.0 } else { 24_389.0 / 27.0 * y }
    }

    /// The colour thinned with white: opaque, unlike one of low opacity.
    pub(super) fn tint(self, share: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
        let mix = |c: u8| (255.0 + (f64::from(c) - 255.0) * share).round() as u8;
        let (r, g, b) = self.rgb;
        Self { rgb: (mix(r), mix(g), mix(b)), alpha: 1.0 }
    }

    /// Black or white, whichever reads better on this colour.
    pub(super) fn on_top(self) -> Ink {
        if self.lightness() > 53.0 { TEXT } else { WHITE }
    }
}

/// The colours for `count` series, from dark to light; of more than eight all eight.
pub(super) fn palette(count: usize) -> impl Iterator<Item = Ink> {
    CHOICE[count.clamp(1, 8) - 1].iter().map(|k| OKABE_ITO[*k])
}

/// How the series of a place looks, of a run that names `count` series; places beyond the count take
/// the colours that the others left.
pub(super) fn look(place: usize, count: usize) -> Look {
    let chosen: Vec<Ink> = palette(count).collect();
    let rest = OKABE_ITO.iter().filter(|ink| !chosen.contains(ink));
    let colours: Vec<Ink> = chosen.iter().chain(rest).chain(&FURTHER).copied().collect();
    // Each time the markers start again, they and the dashes have moved on by one.
    let lap = place / MARKERS.len();
    Look {
        ink: colours[place % colours.len()],
        dash: DASHES[(place + lap) % DASHES.len()],
        marker: MARKERS[(place + lap) % MARKERS.len()],
    }
}

/// Nine colours of evenly falling lightness, by hue from yellow through green to blue.
const SEQUENCE: [u32; 9] =
    [0xfc_f8_dd, 0xca_e5_ae, 0x85_d3_9d, 0x24_bc_9e, 0x04_9c_9d, 0x04_7c_91, 0x01_5e_83, 0x17_40_6d, 0x1e_26_49];

/// The colour of a share from 0 (light) to 1 (dark) of a heat map's range.
pub(super) fn shade(share: f64) -> Ink {
    let place = share.clamp(0.0, 1.0) * 8.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 7")]
    let k = (place.floor() as usize).min(7);
    #[expect(clippy::cast_precision_loss, reason = "at most 7")]
    let t = place - k as f64;
    let (a, b) = (Ink::hex(SEQUENCE[k]).rgb, Ink::hex(SEQUENCE[k + 1]).rgb);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
    Ink { rgb: (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2)), alpha: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lightness_is_that_of_cie() {
        // Values from the CIE formula for sRGB: mid grey #777777 is 50.03, pure red 53.24, green 87.73, blue 32.30.
        for (rgb, expected) in [(0x77_77_77, 50.03), (0xff_00_00, 53.24), (0x00_ff_00, 87.73), (0x00_00_ff, 32.30)] {
            assert!((Ink::hex(rgb).lightness() - expected).abs() < 0.02, "{rgb:06x}");
        }
    }

    #[test]
    fn series_are_told_apart_in_greyscale() {
        for count in 1..=8 {
            let lightness: Vec<f64> = palette(count).map(Ink::lightness).collect();
            assert_eq!(lightness.len(), count);
            let gap = if count <= 6 { 6.0 } else { 0.5 };
            assert!(lightness.windows(2).all(|w| w[1] - w[0] > gap), "{count}: {lightness:?}");
        }
    }

    /// CIELAB of a colour of linear parts under D65, from the formulae of CIE 15:2004.
    fn lab(linear: [f64; 3]) -> [f64; 3] {
        let row = |m: [f64; 3], white: f64| {
            let t = m.iter().zip(linear).map(|(a, b)| a * b.clamp(0.0, 1.0)).sum::<f64>() / white;
            if t > 216.0 / 24_389.0 { t.cbrt() } else { (24_389.0 / 27.0 * t + 16.0) / 116.0 }
        };
        let x = row([0.412_456_4, 0.357_576_1, 0.180_437_5], 0.950_47);
        let y = row([0.212_672_9, 0.715_152_2, 0.072_175_0], 1.0);
        let z = row([0.019_333_9, 0.119_192_0, 0.950_304_1], 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// How far two colours are at least, with common vision, without red cones and without green.
    fn distance(a: Ink, b: Ink) -> f64 {
        // Machado, Oliveira & Fernandes 2009, table 1, severity 1.0.
        let views = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        ];
        let seen = |ink: Ink, view: [[f64; 3]; 3]| {
            let linear = [ink.rgb.0, ink.rgb.1, ink.rgb.2].map(|c| {
                let c = f64::from(c) / 255.0;
                if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            });
            lab(view.map(|row| row.iter().zip(linear).map(|(a, b)| a * b).sum()))
        };
        let apart = |view| {
            let (a, b) = (seen(a, view), seen(b, view));
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
        };
        views.into_iter().map(apart).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn areas_of_twenty_four_series_are_told_apart_with_any_common_colour_vision() {
        for count in [3, 9, 24] {
            let inks: Vec<Ink> = (0..24).map(|place| look(place, count).ink).collect();
            for (k, a) in inks.iter().enumerate() {
                // Five times what is just noticed side by side (2.3, Mahy et al. 1994); of the first sixteen, six times.
                let least = if k < 16 { 13.8 } else { 11.5 };
                for b in &inks[..k] {
                    assert!(distance(*a, *b) > least, "{k} of {count}: {:?} {:?}: {}", a.rgb, b.rgb, distance(*a, *b));
                }
            }
        }
    }

    #[test]
    fn no_two_of_forty_series_look_the_same() {
        for count in [1, 4, 8, 40] {
            let looks: Vec<Look> = (0..40).map(|place| look(place, count)).collect();
            for (k, a) in looks.iter().enumerate() {
                assert!(looks[..k].iter().all(|b| a != b), "series {k} of {count}");
            }
            let first = &looks[..6];
            assert!(first.iter().enumerate().all(|(k, a)| first[..k].iter().all(|b| a.dash != b.dash)));
        }
    }

    #[test]
    fn the_scale_of_heat_maps_falls_evenly_in_lightness() {
        let lightness: Vec<f64> = (0..=20).map(|k| shade(f64::from(k) / 20.0).lightness()).collect();
        let steps: Vec<f64> = lightness.windows(2).map(|w| w[0] - w[1]).collect();
        assert!(steps.iter().all(|s| (2.5..=6.5).contains(s)), "{steps:?}");
        assert!(shade(-1.0) == shade(0.0) && shade(2.0) == shade(1.0));
    }
}
