"""Builds `comity.ttf`, the font that is drawn into figures, from two free fonts.

    python3 subset.py wqy-microhei.ttc DejaVuSans.ttf comity.ttf

Needs `fonttools`. Outlines are copied as they are; hinting, layout tables and names but the
licence are dropped. What WenQuanYi Micro Hei lacks (superscripts, mathematics, some shapes) is
taken from DejaVu Sans, and so are quotation marks and the ellipsis. Both fonts have 2048 units an
em; the result has 1000, which keeps the font and the figures' outlines short.
"""

import sys

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

SINGLES = "€№℃ℓ™Ω※✓✗✕★☆♠♣♥♦ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ①②③④⑤⑥⑦⑧⑨⑩"
# As wide as a Chinese character in the first font, which tears English words apart.
NARROW = "‘’‚“”„…"
RANGES = [
    (0x20, 0x7E), (0xA0, 0x17F),  # Latin, Latin-1, Latin Extended-A
    (0x384, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3CE), (0x3D1, 0x3D1), (0x3D5, 0x3D6), (0x3F1, 0x3F1), (0x3F5, 0x3F5),  # Greek
    (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026), (0x2030, 0x2033),
    (0x2039, 0x203A), (0x2044, 0x2044), (0x2002, 0x200A),  # punctuation and spaces
    (0x2070, 0x2071), (0x2074, 0x208E), (0x2090, 0x209C),  # superscripts and subscripts
    (0x2190, 0x2199), (0x21A6, 0x21A6), (0x21BA, 0x21BB), (0x21C4, 0x21C6), (0x21D0, 0x21D5),  # arrows
    (0x2200, 0x2213), (0x2215, 0x222E), (0x2234, 0x2237), (0x223C, 0x223D), (0x2243, 0x2248),
    (0x2260, 0x2265), (0x226A, 0x226B), (0x2270, 0x2271), (0x227A, 0x227D), (0x2282, 0x2287),
    (0x2295, 0x2299), (0x22A2, 0x22A5), (0x22C0, 0x22C5), (0x22EE, 0x22F1), (0x2308, 0x230B),  # mathematics
    (0x25A0, 0x25A1), (0x25AA, 0x25AB), (0x25B2, 0x25B7), (0x25BA, 0x25BA), (0x25BC, 0x25C1),
    (0x25C4, 0x25C4), (0x25C6, 0x25C7), (0x25CA, 0x25CB), (0x25CF, 0x25CF), (0x25E6, 0x25E6),  # shapes
    (0x3001, 0x3003), (0x3005, 0x3011), (0x3014, 0x3017), (0xFF01, 0xFF5E), (0xFFE5, 0xFFE5),  # Chinese punctuation
]  # fmt: skip


def gb2312():
    """The 6,763 Chinese characters of GB 2312, both levels."""
    for row in range(0xB0, 0xF8):
        for cell in range(0xA1, 0xFF):
            try:
                yield ord(bytes([row, cell]).decode("gb2312"))
            except UnicodeDecodeError:
                pass


def main(base_path, extra_path, out_path):
    base = TTFont(base_path, fontNumber=0, recalcTimestamp=False)
    extra = TTFont(extra_path)
    assert base["head"].unitsPerEm == extra["head"].unitsPerEm
    wanted = {c for first, last in RANGES for c in range(first, last + 1)}
    wanted |= {ord(c) for c in SINGLES} | set(gb2312())

    options = Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = [0, 1, 2, 4, 6, 13]
    options.notdef_outline = True
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "kern", "vhea", "vmtx", "VORG", "gasp", "DSIG", "FFTM"]
    subsetter = Subsetter(options)
    have = set(base.getBestCmap()) - {ord(c) for c in NARROW}
    subsetter.populate(unicodes=wanted & have)
    subsetter.subset(base)

    glyphs, source, cmap = extra.getGlyphSet(), extra.getBestCmap(), {}
    order = base.getGlyphOrder()
    for code in sorted(wanted - have):
        if code not in source:
            print(f"in neither font: U+{code:04X}")
            continue
        name = f"x{code:04X}"
        flat, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
        glyphs[source[code]].draw(flat)
        flat.replay(pen)
        base["glyf"][name] = pen.glyph()
        base["hmtx"][name] = extra["hmtx"][source[code]]
        cmap[code] = name
    for table in base["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(cmap)
    assert len(base.getGlyphOrder()) == len(set(order) | set(cmap.values()))

    for record in list(base["name"].names):
        if record.nameID in (1, 4, 6):
            base["name"].setName("ComityFigures", record.nameID, record.platformID, record.platEncID, record.langID)
    base["cmap"].tables = [t for t in base["cmap"].tables if (t.platformID, t.platEncID) == (3, 1)]
    base["post"].formatType = 3.0
    scale_upem(base, 1000)
    base.flavor = None
    base.save(out_path)
    print(f"{len(base.getGlyphOrder())} glyphs, {len(base.getBestCmap())} characters")


if __name__ == "__main__":
    main(*sys.argv[1:])
