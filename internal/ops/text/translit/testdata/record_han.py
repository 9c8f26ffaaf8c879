#!/usr/bin/env python3
"""Writes ../han.txt, the readings of the CJK Unified Ideographs (U+4E00 to
U+9FFF), one for each in order and "-" where there is none, and han.tsv, words
with their readings in context, both as ICU has them. Needs uconv (ICU 72,
Debian package icu-devtools); run it in this folder.

Text is handed over as escapes: uconv takes some characters for line ends and
would cut the text there.
"""
import subprocess

WORDS = """北京 上海 广州 深圳 香港 台北 東京 大阪 名古屋 横浜 中国 日本 世界 你好 谢谢 新闻 经济 科学 技术 历史 文化 教育
学校 大学 老师 学生 朋友 家庭 工作 时间 问题 今天 明天 昨天 天气 春天 夏天 秋天 冬天 東京タワ 日本語テキスト 中文abc
北京2024年 中华人民共和国 人人生而自由 尊严和权利上一律平等""".split()


def icu(texts):
    escaped = "\n".join("".join("\\u%04X" % ord(c) for c in t) for t in texts)
    run = subprocess.run(["uconv", "-x", "Hex-Any; Any-Latin; Latin-ASCII"],
                         input=escaped, capture_output=True, text=True, check=True)
    return run.stdout.split("\n")


characters = [chr(c) for c in range(0x4E00, 0xA000)]
readings = [r if r.isascii() and r.isalpha() else "-" for r in icu(characters)]
with open("../han.txt", "w") as f:
    for i in range(0, len(readings), 16):
        f.write(" ".join(readings[i:i + 16]) + "\n")
with open("han.tsv", "w") as f:
    for word, reading in zip(WORDS, icu(WORDS)):
        f.write(f"{word}\t{reading}\n")
