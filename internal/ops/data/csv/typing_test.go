package csv

import "testing"

// oneColumn returns the JSON of column a, its type and its nulls.
func oneColumn(t *testing.T, text string, o Options) (json string, typ Type, nulls int) {
	t.Helper()
	o.Output = ByColumn
	result := mustConvert(t, text, o)
	return string(result.JSON), result.Columns[0].Type, result.Columns[0].Nulls
}

func TestColumnTypes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		options    Options
		want       string
		typ        Type
		nulls      int
	}{
		{"numbers", "a\n1\n-2.5\n", with(), `{"a":[1,-2.5]}`, NumberType, 0},
		{"booleans", "a\nTrue\nfalse\n", with(), `{"a":[true,false]}`, BooleanType, 0},
		{"text", "a\n1\nx\n", with(), `{"a":["1","x"]}`, StringType, 0},
		{"no cell", "a\n", with(), `{"a":[]}`, StringType, 0},
		{"quoted empty counts as empty", "a\n1\n\"\"\n", with(), `{"a":[1,null]}`, NumberType, 1},

		{"empty as null", "a\nx\n\"\"\n", with(emptyNull), `{"a":["x",null]}`, StringType, 1},
		{"all empty, empty as null", "a\n\"\"\n\"\"\n", with(emptyNull), `{"a":[null,null]}`, StringType, 2},
		{"empty as null under text asked for", "a\n1\n\"\"\n", with(emptyNull, typed("a", StringType)), `{"a":["1",null]}`, StringType, 1},
		{"empty as null without inference", "a\n1\n\"\"\n", with(emptyNull, untyped), `{"a":["1",null]}`, StringType, 1},

		{"null values do not hinder numbers", "a\n1\nN/A\n-\n", with(nulls("N/A", "-")), `{"a":[1,null,null]}`, NumberType, 2},
		{"null values in text", "a\nx\nN/A\nn/a\n", with(nulls("N/A")), `{"a":["x",null,"n/a"]}`, StringType, 1},
		{"null values after text is certain", "a\nx\ny\nN/A\n", with(nulls("N/A")), `{"a":["x","y",null]}`, StringType, 1},
		{"null values without inference", "a\n1\nN/A\n", with(nulls("N/A"), untyped), `{"a":["1",null]}`, StringType, 1},
		{"null values in quotes", "a\n1\n\"N\"\"A\"\n", with(nulls(`N"A`)), `{"a":[1,null]}`, NumberType, 1},
		{"null values compare after trimming", "a\n1\n NA \n", with(nulls("NA"), trimmed), `{"a":[1,null]}`, NumberType, 1},
		{"the empty null value", "a\nx\n\"\"\n", with(nulls("")), `{"a":["x",null]}`, StringType, 1},
		{"a number as null value", "a\n1\n-1\n", with(nulls("-1")), `{"a":[1,null]}`, NumberType, 1},
		{"all null values", "a\nNA\nNA\n", with(nulls("NA")), `{"a":[null,null]}`, StringType, 2},

		{"quoted is text", "a\n1\n\"2\"\n", with(quotedText), `{"a":["1","2"]}`, StringType, 0},
		{"quoted empty is text", "a\n1\n\"\"\n", with(quotedText), `{"a":["1",""]}`, StringType, 0},
		{"quoted null value is text", "a\nNA\n\"NA\"\n", with(quotedText, nulls("NA")), `{"a":[null,"NA"]}`, StringType, 1},
		{"quoted empty is not empty as null", "a,b\n\"\",1\n,2", with(quotedText, emptyNull), `{"a":["",null],"b":[1,2]}`, StringType, 1},
		{"a type asked for beats quoted is text", "a\n1\n\"2\"\n", with(quotedText, typed("a", NumberType)), `{"a":[1,2]}`, NumberType, 0},

		{"cells by themselves", "a\n1\ntrue\nx\n\"\"\n", with(byCell), `{"a":[1,true,"x",""]}`, MixedType, 0},
		{"cells by themselves, empty as null", "a\n1\nx\n\"\"\n", with(byCell, emptyNull), `{"a":[1,"x",null]}`, MixedType, 1},
		{"cells of one type", "a\n1\n\"\"\n", with(byCell), `{"a":[1,null]}`, NumberType, 1},
		{"cells of text", "a\nx\n\"\"\n", with(byCell), `{"a":["x",""]}`, StringType, 0},
		{"cells, quoted is text", "a\n1\n\"2\"\n", with(byCell, quotedText), `{"a":[1,"2"]}`, MixedType, 0},

		{"text asked for", "a\n1\n", with(typed("a", StringType)), `{"a":["1"]}`, StringType, 0},
		{"auto where inference is off", "a\n1\n", with(untyped, typed("a", AutoType)), `{"a":[1]}`, NumberType, 0},
		{"numbers asked for", "a\n00501\n9007199254740993\n1e5\n-0\n+5\n-.50\n5.\n\"\"\n", with(typed("a", NumberType)),
			`{"a":[501,9007199254740993,1e5,-0,5,-0.50,5,null]}`, NumberType, 1},
		{"zeros asked for", "a\n000\n+0.0\n-00\n.0E-00\n", with(typed("a", NumberType)), `{"a":[0,0.0,-0,0.0E-00]}`, NumberType, 0},
		{"booleans asked for", "a\nTRUE\n\"\"\n", with(typed("a", BooleanType)), `{"a":[true,null]}`, BooleanType, 1},
		{"null values beat the type asked for", "a\n1\nNA\n", with(nulls("NA"), typed("a", NumberType)), `{"a":[1,null]}`, NumberType, 1},
		{"JSON asked for", "a\n\"{ \"\"x\"\" : [1.50, \"\"\\u00e9\"\"] }\"\n7\nnull\n\"\"\n", with(typed("a", JSONType)),
			`{"a":[{"x":[1.50,"\u00e9"]},7,null,null]}`, JSONType, 2},
		{"JSON over several lines", "a\n\"[\r\n1,\r\n2]\"\n", with(typed("a", JSONType)), `{"a":[[1,2]]}`, JSONType, 0},
		{"brackets in JSON strings do not nest", "a\n\"\"\"[[[\\\"\"[\"\"\"\n", with(typed("a", JSONType)), `{"a":["[[[\"["]}`, JSONType, 0},
		{"a number with an escape in it", "a\n515525\n", with(quote('5')), `{"a":[152]}`, NumberType, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			json, typ, nulls := oneColumn(t, c.text, c.options)
			if json != c.want || typ != c.typ || nulls != c.nulls {
				t.Errorf("got  %s, %s, %d nulls\nwant %s, %s, %d nulls", json, typ, nulls, c.want, c.typ, c.nulls)
			}
		})
	}
}

func TestMissingCellsAreNulls(t *testing.T) {
	r := mustConvert(t, "a,b,c\n1\nx,2\n", with())
	want := []Column{{Name: "a", Type: StringType}, {Name: "b", Type: NumberType, Nulls: 1}, {Name: "c", Type: StringType, Nulls: 2}}
	for i := range want {
		if r.Columns[i] != want[i] {
			t.Errorf("column %d is %+v, want %+v", i, r.Columns[i], want[i])
		}
	}
}

func TestJSONNumeral(t *testing.T) {
	for _, c := range []struct {
		cell, want string
		ok         bool
	}{
		{"0", "0", true}, {"-0", "-0", true}, {"1.50", "1.50", true}, {"1E+05", "1E+05", true},
		{"00501", "501", true}, {"+.5", "0.5", true}, {"-5.", "-5", true}, {"5.e3", "5e3", true}, {"-007.70e-1", "-7.70e-1", true},
		{"", "", false}, {".", "", false}, {"-", "", false}, {"+-1", "", false}, {"--1", "", false}, {"-+1", "", false},
		{"1e", "", false}, {"1e+", "", false}, {"e5", "", false}, {"1.2.3", "", false}, {"1_0", "", false}, {"1 ", "", false},
		{"NaN", "", false}, {"0x1F", "", false}, {"1,5", "", false}, {"٣", "", false},
	} {
		if got, ok := jsonNumeral(c.cell); got != c.want || ok != c.ok {
			t.Errorf("jsonNumeral(%q) = %q, %t; want %q, %t", c.cell, got, ok, c.want, c.ok)
		}
	}
}
