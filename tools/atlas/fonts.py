"""`python -m tools.atlas.fonts FOLDER ...`: cut the fonts for names down to what names need.

The folders are searched for the fonts named in `FONTS`; where to get them is said in NOTICE.md
beside the assets. Beside the fonts goes `fonts.json`: which signs each of them has.
"""

from __future__ import annotations

import json
import lzma
import sys
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ASSETS = Path(__file__).resolve().parents[2] / "bot" / "pictures" / "assets"
FONTS = {
    "BarlowCondensed-SemiBold": None,
    "BarlowCondensed-Bold": None,
    "NotoSans-Bold": ((0x20, 0x58F), (0x1D00, 0x2BFF), (0x2C60, 0x2C7F), (0xA640, 0xAB6F)),
    "NotoSansArabic-Bold": None,
    "NotoSansHebrew-Bold": None,
    "NotoSansArmenian-Bold": None,
    "NotoSansGeorgian-Bold": None,
    "NotoSansDevanagari-Bold": None,
    "NotoSansBengali-Bold": None,
    "NotoSansGurmukhi-Bold": None,
    "NotoSansGujarati-Bold": None,
    "NotoSansOriya-Bold": None,
    "NotoSansTamil-Bold": None,
    "NotoSansTelugu-Bold": None,
    "NotoSansKannada-Bold": None,
    "NotoSansMalayalam-Bold": None,
    "NotoSansSinhala-Bold": None,
    "NotoSansThai-Bold": None,
    "NotoSansLao-Bold": None,
    "NotoSansKhmer-Bold": None,
    "NotoSansMyanmar-Bold": None,
    "NotoSansEthiopic-Bold": None,
    "NotoSansThaana-Bold": None,
    "NotoSansSyriac-Regular": None,
    "NotoSansNKo-Regular": None,
    "NotoSansTifinagh-Regular": None,
    "NotoSansCherokee-Bold": None,
    "NotoSansCanadianAboriginal-Bold": None,
    "NotoSansMongolian-Regular": None,
    "NotoSerifTibetan-Bold": None,
    "DroidSansFallbackFull": ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF)),
    "NanumGothicBold": ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3)),
    "noto-emoji-emoji-700-normal": None,
    "NotoSansJavanese-Bold": ((0xA9C1, 0xA9C2),),
    "NotoSansSymbols-Bold": ((0x2000, 0x2BFF), (0x1F000, 0x1FAFF)),
    "NotoSansSymbols2-Regular": ((0x2000, 0x2BFF), (0x1F000, 0x1F0FF), (0x1F600, 0x1FAFF)),
}
"""The fonts, in the order in which they are asked for a sign, and the ranges kept (None: all)."""
NAMES = {
    "DroidSansFallbackFull": "Han-Regular",
    "NanumGothicBold": "Hangul-Bold",
    "noto-emoji-emoji-700-normal": "Emoji-Bold",
}
"""What a font is called here where its file has another name."""
LARGE = 400_000
"""Bytes from which a font is packed."""


def cut(path: Path, ranges: tuple[tuple[int, int], ...] | None) -> tuple[bytes, list[int]]:
    """The font without hints and without what is outside the ranges, and the signs it has."""
    options = subset.Options(hinting=False, layout_features=["*"], notdef_outline=True)
    options.name_IDs = [0, 1, 2, 13, 14]
    options.drop_tables += ["DSIG", "MATH", "STAT"]
    font = subset.load_font(str(path), options)
    font.flavor = None
    signs = set(font.getBestCmap())
    if ranges is not None:
        signs = {s for s in signs if any(low <= s <= high for low, high in ranges)}
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=signs)
    cutter.subset(font)
    for entry in font["name"].names:
        # A changed font must not go by a name that is reserved for the whole one.
        if entry.nameID == 1:
            entry.string = f"Pinnacola {NAMES.get(path.stem, path.stem)}"
    file = BytesIO()
    font.save(file)
    return file.getvalue(), sorted(TTFont(BytesIO(file.getvalue())).getBestCmap())


def write(name: str, data: bytes) -> int:
    """Put the font beside the others, a large one packed; how many bytes it takes."""
    for old in (ASSETS / "fonts").glob(f"{name}.*"):
        old.unlink()
    if len(data) > LARGE:
        data = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
        (ASSETS / "fonts" / f"{name}.ttf.xz").write_bytes(data)
    else:
        (ASSETS / "fonts" / f"{name}.ttf").write_bytes(data)
    return len(data)


def spans(signs: list[int]) -> list[list[int]]:
    """Sorted numbers as spans from first to last."""
    found: list[list[int]] = []
    for sign in signs:
        if found and found[-1][1] == sign - 1:
            found[-1][1] = sign
        else:
            found.append([sign, sign])
    return found


def main(folders: list[str]) -> int:
    """The command; its exit status."""
    (ASSETS / "fonts").mkdir(parents=True, exist_ok=True)
    have = {
        p.stem: p
        for f in folders
        for p in Path(f).rglob("*")
        if p.suffix in {".ttf", ".otf", ".woff"}
    }
    missing = [name for name in FONTS if name not in have]
    if missing:
        sys.stderr.write(f"not found: {', '.join(missing)}\n")
        return 1
    known = {}
    for name, ranges in FONTS.items():
        data, signs = cut(have[name], ranges)
        shown = NAMES.get(name, name)
        known[shown] = spans(signs)
        print(f"{write(shown, data):8} {len(signs):6} {shown}")
    (ASSETS / "fonts.json").write_text(json.dumps(known, separators=(",", ":")) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
