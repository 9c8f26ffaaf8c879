package snippet

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// javaScript writes the call for browsers and Node.
func (r *request) javaScript() string {
	var b strings.Builder
	address := quoted(r.Base + r.Path)
	if r.get && len(r.query) > 0 {
		b.WriteString("const query = new URLSearchParams(" + r.pairs("[", "]") + ");\n")
		address = strings.TrimSuffix(address, `"`) + `?" + query`
	}
	b.WriteString("const response = await fetch(" + address + ", {\n")
	if !r.get {
		b.WriteString("  method: \"POST\",\n")
	}
	b.WriteString("  headers: {\n    Authorization: `Bearer ${process.env." + Key + "}`,\n")
	if !r.get {
		b.WriteString("    \"Content-Type\": \"application/json\",\n")
	}
	b.WriteString("  },\n")
	if !r.get {
		body := quoted(string(r.Input))
		if exact(r.Input) {
			body = "JSON.stringify(" + indented(r.body, "  ") + ")"
		}
		b.WriteString("  body: " + body + ",\n")
	}
	b.WriteString("});\nconst answer = await response.json();\nif (!response.ok) throw new Error(answer.detail);\nconsole.log(answer.data);\n")
	return b.String()
}

// pairs writes the query as a list of pairs, each in the brackets given.
func (r *request) pairs(open, closing string) string {
	lines := make([]string, len(r.query))
	for i, f := range r.query {
		lines[i] = "  " + open + quoted(f.Name) + ", " + quoted(f.Value) + closing + ",\n"
	}
	return "[\n" + strings.Join(lines, "") + "]"
}

func indented(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }

// python writes the call with the standard library.
func (r *request) python() string {
	var b strings.Builder
	b.WriteString("import json\nimport os\n")
	address := quoted(r.Base + r.Path)
	if len(r.query) > 0 {
		b.WriteString("import urllib.parse\n")
	}
	b.WriteString("import urllib.request\n\n")
	if len(r.query) > 0 {
		b.WriteString("query = urllib.parse.urlencode(" + r.pairs("(", ")") + ")\n")
		address = strings.TrimSuffix(address, `"`) + `?" + query`
	}
	b.WriteString("request = urllib.request.Request(\n    " + address + ",\n")
	headers := `{"Authorization": "Bearer " + os.environ["` + Key + `"]`
	if !r.get {
		// The text itself, so that no digit of a number is lost on the way.
		b.WriteString("    data=" + pythonText(r.body) + ".encode(),\n")
		headers += `, "Content-Type": "application/json"`
	}
	b.WriteString("    headers=" + headers + "},\n)\n")
	b.WriteString("with urllib.request.urlopen(request) as response:\n    print(json.load(response)[\"data\"])\n")
	return b.String()
}

// pythonText is a JSON text as a literal of Python: raw between three quotes
// where that reads better, which a quote or backslash at its end would not allow.
func pythonText(text string) string {
	if strings.Contains(text, `'''`) || strings.HasSuffix(text, `'`) || !printable(text) {
		return quoted(text)
	}
	if !strings.ContainsAny(text, "\n'") {
		return "r'" + text + "'"
	}
	return "r'''" + text + "'''"
}

// printable tells whether a text can stand in source code as it is.
func printable(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return c != '\n' && c != ' ' && !unicode.IsPrint(c) }) < 0
}

// golang writes the call as a program.
func (r *request) golang() string {
	var b strings.Builder
	address, body, method := strconv.Quote(r.Base+r.Path), "nil", "GET"
	imports := []string{"fmt", "io", "log", "net/http", "os"}
	if !r.get {
		method, body = "POST", "strings.NewReader("+goText(r.body)+")"
		imports = append(imports, "strings")
	} else if len(r.query) > 0 {
		imports = slices.Insert(imports, 4, "net/url")
		b.WriteString("\tquery := url.Values{}\n")
		for _, f := range r.query {
			b.WriteString("\tquery.Add(" + strconv.Quote(f.Name) + ", " + strconv.Quote(f.Value) + ")\n")
		}
		address = strings.TrimSuffix(address, `"`) + `?"+query.Encode()`
	}
	b.WriteString("\trequest, err := http.NewRequest(\"" + method + "\", " + address + ", " + body + ")\n")
	b.WriteString("\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n")
	b.WriteString("\trequest.Header.Set(\"Authorization\", \"Bearer \"+os.Getenv(\"" + Key + "\"))\n")
	if !r.get {
		b.WriteString("\trequest.Header.Set(\"Content-Type\", \"application/json\")\n")
	}
	b.WriteString("\tresponse, err := http.DefaultClient.Do(request)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n" +
		"\tdefer response.Body.Close()\n\tanswer, err := io.ReadAll(response.Body)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n" +
		"\tfmt.Println(string(answer))\n}\n")
	return "package main\n\nimport (\n\t\"" + strings.Join(imports, "\"\n\t\"") + "\"\n)\n\nfunc main() {\n" + b.String()
}

// goText is a JSON text as a literal of Go, raw where it can be.
func goText(text string) string {
	if strings.Contains(text, "`") || !printable(text) {
		return strconv.Quote(text)
	}
	return "`" + text + "`"
}

// exact tells whether a program that reads the JSON as literals of its own
// would send the same: no number that binary64 changes or writes in another
// way, and no name that has a meaning of its own in JavaScript.
func exact(input []byte) bool {
	inString, start := false, -1
	for i := 0; i <= len(input); i++ {
		var c byte
		if i < len(input) {
			c = input[i]
		}
		switch {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case start < 0 && (c == '-' || c >= '0' && c <= '9'):
			start = i
		case start >= 0 && !strings.ContainsRune("0123456789.eE+-", rune(c)):
			if !plainNumber(string(input[start:i])) {
				return false
			}
			start = -1
		}
	}
	return !strings.Contains(string(input), `"__proto__"`)
}

// plainNumber tells whether JavaScript writes a number just as it is here.
func plainNumber(lexeme string) bool {
	f, err := strconv.ParseFloat(lexeme, 64)
	return err == nil && strconv.FormatFloat(f, 'f', -1, 64) == lexeme && len(lexeme) <= 17
}
