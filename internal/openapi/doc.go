// Package openapi writes the service's description of itself: an OpenAPI
// 3.1.0 document made from the registry of operations, so that it cannot say
// anything that the service does not do.
//
// What differs from one operation to the next (parameters, bodies, results,
// price) is read from the registry; answers in examples are computed by the
// operations themselves with op.SampleEnv. What is the same for every
// operation is written down once: headers, schemas of problems and the
// service's own endpoints in static.json, the words for people in
// description.md, refusals in problems.go with bodies made by package problem.
//
// Inputs are closed (an unknown member is refused) and results are open (a
// new member is not a breaking change). The bytes depend on the registry and
// the base URL alone.
package openapi
