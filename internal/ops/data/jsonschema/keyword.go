package jsonschema

// keyword is what a draft has under one name.
type keyword struct {
	name         string
	since, until int // drafts; until 0 is open
	holds        holds
	compile      func(c *compiler, n *node, k keywordAt) check // nil for what constrains nothing
	late         bool
}

// holds says where in the value of a keyword there are schemas.
type holds uint8

const (
	nothing         holds = iota
	schema                // the value itself
	schemas               // the elements or members of the value
	schemaOrSchemas       // an array of them, or one
)

// keywordsOf lists the keywords of a draft.
func keywordsOf(version int) map[string]*keyword {
	all := append(applicators(), assertions...)
	list := make(map[string]*keyword, len(all))
	for i, k := range all {
		if version >= k.since && (k.until == 0 || version <= k.until) {
			list[k.name] = &all[i]
		}
	}
	return list
}

// applicators are the keywords that have schemas in them or refer to one.
func applicators() []keyword {
	return []keyword{
		{name: "$defs", since: draft2019, holds: schemas},
		{name: "definitions", since: draft4, holds: schemas},
		{name: "$ref", since: draft4, compile: compileRef},
		{name: "$recursiveRef", since: draft2019, until: draft2019, compile: compileRecursiveRef},
		{name: "$dynamicRef", since: draft2020, compile: compileDynamicRef},

		{name: "allOf", since: draft4, holds: schemas, compile: compileAllOf},
		{name: "anyOf", since: draft4, holds: schemas, compile: compileAnyOf},
		{name: "oneOf", since: draft4, holds: schemas, compile: compileOneOf},
		{name: "not", since: draft4, holds: schema, compile: compileNot},
		{name: "if", since: draft7, holds: schema, compile: compileIf},
		{name: "then", since: draft7, holds: schema},
		{name: "else", since: draft7, holds: schema},

		{name: "properties", since: draft4, holds: schemas, compile: compileProperties},
		{name: "patternProperties", since: draft4, holds: schemas, compile: compilePatternProperties},
		{name: "additionalProperties", since: draft4, holds: schema, compile: compileAdditionalProperties},
		{name: "propertyNames", since: draft6, holds: schema, compile: compilePropertyNames},
		{name: "dependencies", since: draft4, holds: schemas, compile: compileDependencies},
		{name: "dependentSchemas", since: draft2019, holds: schemas, compile: compileDependencies},
		{name: "dependentRequired", since: draft2019, compile: compileDependencies},
		{name: "unevaluatedProperties", since: draft2019, holds: schema, compile: compileUnevaluated, late: true},

		{name: "items", since: draft4, until: draft2019, holds: schemaOrSchemas, compile: compileOldItems},
		{name: "additionalItems", since: draft4, until: draft2019, holds: schema, compile: compileAdditionalItems},
		{name: "prefixItems", since: draft2020, holds: schemas, compile: compilePrefixItems},
		{name: "items", since: draft2020, holds: schema, compile: compileItems},
		{name: "contains", since: draft6, holds: schema, compile: compileContains},
		{name: "unevaluatedItems", since: draft2019, holds: schema, compile: compileUnevaluated, late: true},
		{name: "contentSchema", since: draft2019, holds: schema},
	}
}

// assertions are the keywords that look at a value alone.
var assertions = []keyword{
	{name: "type", since: draft4, compile: compileType},
	{name: "enum", since: draft4, compile: compileEnum},
	{name: "const", since: draft6, compile: compileConst},
	{name: "format", since: draft4, compile: compileFormat},

	{name: "multipleOf", since: draft4, compile: compileMultipleOf},
	{name: "maximum", since: draft4, compile: compileBound},
	{name: "minimum", since: draft4, compile: compileBound},
	{name: "exclusiveMaximum", since: draft6, compile: compileBound},
	{name: "exclusiveMinimum", since: draft6, compile: compileBound},

	{name: "maxLength", since: draft4, compile: compileLength},
	{name: "minLength", since: draft4, compile: compileLength},
	{name: "pattern", since: draft4, compile: compilePattern},
	{name: "maxItems", since: draft4, compile: compileSize},
	{name: "minItems", since: draft4, compile: compileSize},
	{name: "uniqueItems", since: draft4, compile: compileUniqueItems},
	{name: "maxProperties", since: draft4, compile: compileSize},
	{name: "minProperties", since: draft4, compile: compileSize},
	{name: "required", since: draft4, compile: compileRequired},
}
