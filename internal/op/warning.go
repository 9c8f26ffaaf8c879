package op

// Warning reports that an input was questionable but had one answer. Line and
// Column are 1-based and left out where 0.
type Warning struct {
	Code    string `json:"code" doc:"What was noticed."`
	Message string `json:"message" doc:"The same in words."`
	Line    int    `json:"line,omitempty" doc:"Line in the document, from 1."`
	Column  int    `json:"column,omitempty" doc:"Column in code points, from 1."`
	Field   string `json:"field,omitempty" doc:"The field it is about."`
}

// AppendJSON appends the warning without the members that do not apply.
func (w Warning) AppendJSON(dst []byte) []byte {
	o := Object{{"code", w.Code}, {"message", w.Message}}
	if w.Line > 0 {
		o = append(o, Member{"line", w.Line})
	}
	if w.Column > 0 {
		o = append(o, Member{"column", w.Column})
	}
	if w.Field != "" {
		o = append(o, Member{"field", w.Field})
	}
	return o.AppendJSON(dst)
}
