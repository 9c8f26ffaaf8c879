"""Maps 2,000 texts to title case with ICU 72.1 (PyICU 2.10.2, Debian's
python3-icu). There are no colons in them, where ICU's words are not those of
UAX #29. Each line is language, text, title case.

    /usr/bin/python3 titles.py > titles.jsonl
"""
import json
import random

from icu import Locale, UnicodeString

random.seed(72)
POOLS = {
    "en": "they're bill's friends o'neil don’t 'tis 2nd 3D x-ray state-of-the-art e.g. HELLO hELLO ﬁn ŉb ǆungla ßtraße éCOLE e\u0301cole "
          "foo_bar _x 3.14m a.b @user #tag $x ʰa ⅳx ⓐb 𝐀bC ΟΔΟΣ ΣΑΣ საქართველო ᏣᎳᎩ ꭰꭱ и́МЯ հայ և եւ ﬓ —the (the “THE” · a·b l’été",
    "tr": "istanbul ISPARTA iİıI İZMİR I\u0307x ilk ırmak", "az": "istanbul ISPARTA I\u0307",
    "lt": "IJ ÌÍ JI\u0301 į\u0301 i\u0307\u0301 JŪRA I\u0328\u0301 xJ\u0300 xÌ",
    "el": "άλφα ΉΛΙΟΣ ὀδός ᾳλΑ ήΣ οΔΟΣ. ΐα",
    "nl": "ijs IJS Ijs ijmond i\u0301j\u0301 íj\u0301 íj ij\u0301 xij ĳs 'ij IJ\u0301 i\u0301j",
}
for n in range(2000):
    language = random.choice(list(POOLS))
    text = random.choice(["", " "]) + random.choice([" ", " ", " ", "-", "/", ", "]).join(random.choices(POOLS[language].split(" "), k=random.randint(1, 5)))
    print(json.dumps([language, text, str(UnicodeString(text).toTitle(Locale(language)))], ensure_ascii=False))
