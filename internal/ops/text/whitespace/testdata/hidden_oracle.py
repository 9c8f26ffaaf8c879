# Lists the white space outside ASCII and the invisible characters with their
# names. Python's isspace is White_Space and the separators U+001C to U+001F;
# Bidi_Control is the explicit formatting characters and three marks.
# Command: python3 hidden_oracle.py > hidden.txt   (Python 3.11.7, Unicode 14)
import unicodedata

EXPLICIT = "LRE RLE LRO RLO PDF LRI RLI FSI PDI".split()
INVISIBLE = [0x200B, 0x2060, 0xFEFF, 0xAD, 0x200E, 0x200F, 0x61C]
for c in range(0x80, 0x110000):
    if chr(c).isspace() or c in INVISIBLE or unicodedata.bidirectional(chr(c)) in EXPLICIT:
        print(f"{c:04X} {'space' if chr(c).isspace() else 'invisible'} {unicodedata.name(chr(c), 'NEXT LINE')}")
