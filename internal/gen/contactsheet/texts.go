package main

import "toolcrib/internal/ops/design/card"

// scripts are the texts of the sheet: what people would write on each
// template, in English, Hindi, Arabic and Tamil.
var scripts = []map[card.Template]card.Card{english, hindi, arabic, tamil}

var english = map[card.Template]card.Card{
	card.Basic:   {Title: "Metered utilities for every developer", Subtitle: "One key, sixty operations, and a bill that you can check line by line.", Eyebrow: "Platform", SiteName: "Toolcrib", Badge: "New", Author: "The team", Date: "12 March 2026"},
	card.Article: {Title: "What a ledger taught us about trust", Subtitle: "Ten years of double entry, read as a diary.", Eyebrow: "Engineering", Author: "Asha Menon", Date: "12 March 2026 · 8 min read", SiteName: "Toolcrib"},
	card.Product: {Title: "The notebook that stays open", Subtitle: "120 pages, sewn, with a spine that lies flat.", Badge: "₹499", SiteName: "Paper & Thread"},
	card.Quote:   {Title: "Simplicity is prerequisite for reliability.", Author: "Edsger W. Dijkstra", Date: "EWD 498, 1975", SiteName: "Toolcrib"},
	card.Event:   {Title: "Go Conference India", Subtitle: "Two days of talks and workshops in Bengaluru", Eyebrow: "Conference", Date: "12–13 December 2026", Author: "Lalit Ashok Hall", SiteName: "gopherconf"},
	card.Code:    {Title: "Decode JSON without losing a digit", Subtitle: "dec := json.NewDecoder(r)\ndec.UseNumber()\nerr := dec.Decode(&v)", Eyebrow: "decode.go", Author: "Toolcrib guides", SiteName: "Toolcrib"},
	card.Stat:    {Title: "99.98%", Subtitle: "of all calls in 2025 were answered, and every one of them was counted.", Eyebrow: "Availability", SiteName: "Toolcrib", Date: "Annual report"},
	card.Minimal: {Title: "Less, but better", Subtitle: "Notes on design by Wim & Co.", SiteName: "Atelier"},
}

var hindi = map[card.Template]card.Card{
	card.Basic:   {Title: "हर डेवलपर के लिए मापी हुई सेवाएँ", Subtitle: "एक कुंजी, साठ काम, और ऐसा बिल जिसे आप पंक्ति-दर-पंक्ति जाँच सकें।", Eyebrow: "मंच", SiteName: "टूलक्रिब", Badge: "नया", Author: "हमारी टीम", Date: "12 मार्च 2026"},
	card.Article: {Title: "क्षत्रिय नियुक्ति पर बहीखाते ने हमें क्या सिखाया", Subtitle: "दस वर्षों का लेखा, एक डायरी की तरह।", Eyebrow: "अभियांत्रिकी", Author: "आशा मेनन", Date: "12 मार्च 2026", SiteName: "टूलक्रिब"},
	card.Product: {Title: "खुली रहने वाली नोटबुक", Subtitle: "120 पन्ने, हाथ से सिले हुए।", Badge: "₹499", SiteName: "काग़ज़ और धागा"},
	card.Quote:   {Title: "सरलता ही विश्वसनीयता की पहली शर्त है।", Author: "एड्सगर डाइकस्ट्रा", Date: "1975", SiteName: "टूलक्रिब"},
	card.Event:   {Title: "गो सम्मेलन भारत", Subtitle: "बेंगलुरु में दो दिन की वार्ताएँ और कार्यशालाएँ", Eyebrow: "सम्मेलन", Date: "12–13 दिसंबर 2026", Author: "ललित अशोक हॉल", SiteName: "gopherconf"},
	card.Code:    {Title: "एक भी अंक खोए बिना JSON पढ़ें", Subtitle: "dec := json.NewDecoder(r)\ndec.UseNumber()\nerr := dec.Decode(&v)", Eyebrow: "decode.go", Author: "मार्गदर्शिका", SiteName: "टूलक्रिब"},
	card.Stat:    {Title: "९९.९८%", Subtitle: "2025 की सभी माँगों का उत्तर मिला, और हर एक गिनी गई।", Eyebrow: "उपलब्धता", SiteName: "टूलक्रिब", Date: "वार्षिक रिपोर्ट"},
	card.Minimal: {Title: "कम, पर बेहतर", Subtitle: "रूपांकन पर टिप्पणियाँ", SiteName: "कार्यशाला"},
}

var arabic = map[card.Template]card.Card{
	card.Basic:   {Title: "أدوات محسوبة لكل مطوّر", Subtitle: "مفتاح واحد وستون عملية وفاتورة يمكنك مراجعتها سطرًا سطرًا.", Eyebrow: "المنصّة", SiteName: "Toolcrib", Badge: "جديد", Author: "الفريق", Date: "١٢ مارس ٢٠٢٦"},
	card.Article: {Title: "ما تعلّمناه من دفتر الأستاذ عن الثقة", Subtitle: "عشر سنوات من القيد المزدوج كأنها مذكّرات.", Eyebrow: "هندسة", Author: "آشا مينون", Date: "١٢ مارس ٢٠٢٦", SiteName: "Toolcrib"},
	card.Product: {Title: "iPhone 17 برو متوفر الآن", Subtitle: "توصيل مجاني خلال 24 ساعة.", Badge: "٤٩٩ ر.س", SiteName: "متجر النور"},
	card.Quote:   {Title: "البساطة شرط لازم للموثوقية.", Author: "إدسخر دايكسترا", Date: "١٩٧٥", SiteName: "Toolcrib"},
	card.Event:   {Title: "مؤتمر Go في دبي 2026", Subtitle: "يومان من المحاضرات وورش العمل", Eyebrow: "مؤتمر", Date: "١٢–١٣ ديسمبر ٢٠٢٦", Author: "مركز دبي التجاري", SiteName: "gopherconf"},
	card.Code:    {Title: "اقرأ JSON دون أن تفقد رقمًا", Subtitle: "dec := json.NewDecoder(r)\ndec.UseNumber()\nerr := dec.Decode(&v)", Eyebrow: "decode.go", Author: "دليل المطوّر", SiteName: "Toolcrib"},
	card.Stat:    {Title: "٩٩٫٩٨٪", Subtitle: "من طلبات عام ٢٠٢٥ أُجيب عنها، وحُسب كل واحد منها.", Eyebrow: "التوفّر", SiteName: "Toolcrib", Date: "التقرير السنوي"},
	card.Minimal: {Title: "أقلّ، لكن أفضل", Subtitle: "ملاحظات في التصميم", SiteName: "مرسم"},
}

var tamil = map[card.Template]card.Card{
	card.Basic:   {Title: "ஒவ்வொரு நிரலாளருக்கும் அளவிடப்பட்ட சேவைகள்", Subtitle: "ஒரே திறவுகோல், அறுபது செயல்கள், வரிவரியாகச் சரிபார்க்கக்கூடிய கட்டணம்.", Eyebrow: "தளம்", SiteName: "டூல்கிரிப்", Badge: "புதியது", Author: "எங்கள் குழு", Date: "12 மார்ச் 2026"},
	card.Article: {Title: "நம்பிக்கை பற்றிப் பேரேடு கற்றுத்தந்தது", Subtitle: "பத்து ஆண்டுகளின் இரட்டைப் பதிவு.", Eyebrow: "பொறியியல்", Author: "ஆஷா மேனன்", Date: "12 மார்ச் 2026", SiteName: "டூல்கிரிப்"},
	card.Product: {Title: "திறந்தே இருக்கும் குறிப்பேடு", Subtitle: "120 பக்கங்கள், கையால் தைக்கப்பட்டது.", Badge: "₹499", SiteName: "காகிதம் & நூல்"},
	card.Quote:   {Title: "எளிமையே நம்பகத்தன்மையின் முதல் நிபந்தனை.", Author: "எட்ஸ்கர் டைக்ஸ்ட்ரா", Date: "1975", SiteName: "டூல்கிரிப்"},
	card.Event:   {Title: "கோ மாநாடு இந்தியா", Subtitle: "பெங்களூரில் இரண்டு நாள் உரைகளும் பட்டறைகளும்", Eyebrow: "மாநாடு", Date: "12–13 டிசம்பர் 2026", Author: "லலித் அசோக் அரங்கம்", SiteName: "gopherconf"},
	card.Code:    {Title: "ஓர் இலக்கமும் இழக்காமல் JSON படிக்க", Subtitle: "dec := json.NewDecoder(r)\ndec.UseNumber()\nerr := dec.Decode(&v)", Eyebrow: "decode.go", Author: "வழிகாட்டி", SiteName: "டூல்கிரிப்"},
	card.Stat:    {Title: "99.98%", Subtitle: "அழைப்புகளுக்கு 2025இல் பதில் கிடைத்தது; ஒவ்வொன்றும் எண்ணப்பட்டது.", Eyebrow: "கிடைக்குந்தன்மை", SiteName: "டூல்கிரிப்", Date: "ஆண்டறிக்கை"},
	card.Minimal: {Title: "குறைவு, ஆனால் சிறப்பு", Subtitle: "வடிவமைப்புக் குறிப்புகள்", SiteName: "பட்டறை"},
}
