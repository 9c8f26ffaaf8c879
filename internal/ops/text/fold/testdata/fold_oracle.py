# Lists each code point that str.casefold changes, with what it becomes, as one
# quoted string: first the one, then the other.
# Command: python3 fold_oracle.py > fold.txt   (Python 3.11.7, Unicode 14)
for c in range(0x110000):
    folded = chr(c).casefold()
    if not 0xD800 <= c < 0xE000 and folded != chr(c):
        print('"' + "".join(f"\\U{ord(x):08x}" for x in chr(c) + folded) + '"')
