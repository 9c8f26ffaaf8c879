# Writes [language, text] lines from the translations of debconf's questions, on a
# machine with Debian 12: python3 debconf.py | gzip -9n > debconf.jsonl.gz
import collections
import json
import re

passages = collections.defaultdict(list)
language = None
for line in open('/var/lib/dpkg/info/debconf.templates', encoding='utf8'):
    line = line.rstrip('\n')
    field = re.match(r'(Extended_description|Description|Choices)(-([A-Za-z_@]+)\.UTF-8)?: ?(.*)', line)
    if field:
        language = None if field[1] == 'Choices' else field[3] or 'en'
        text = field[4]
    else:
        text = line.strip() if line.startswith(' ') else ''
        language = language if text else (language if line.startswith(' ') else None)
    if language and text and text != '.':
        passages[language].append(text)

same = {'pt_BR': 'pt', 'zh_CN': 'zh', 'zh_TW': 'zh'}
unknown = {'sr@latin', 'bs', 'no', 'ast'}  # other names or alphabets of languages that are there
for code in sorted(passages):
    if code not in unknown:
        for text in dict.fromkeys(t.strip() for t in passages[code]):
            if len(text) >= 20:
                print(json.dumps([same.get(code, code), text], ensure_ascii=False))
