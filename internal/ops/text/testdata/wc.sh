#!/bin/sh
# Records what wc of GNU coreutils 9.1 counts, in the locale C.UTF-8, of the
# texts of wc.txt, one to a line with \n, \t and so on escaped as printf reads
# them: the text, words, bytes, characters.
#
#     sh wc.sh < wc.txt > wc.tsv
export LC_ALL=C.UTF-8
while IFS= read -r line; do
  text=$(printf '%b.' "$line") && text=${text%.}
  printf '%s\t%s\t%s\t%s\n' "$line" "$(printf %s "$text" | wc -w)" "$(printf %s "$text" | wc -c)" "$(printf %s "$text" | wc -m)"
done
