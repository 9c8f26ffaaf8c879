// Package stripe holds what we send to Stripe against stripe-mock, Stripe's own
// stand-in, which knows every path, parameter and enum of the API from its
// OpenAPI document: (cd test/stripe && go test ./...). It is a module of its
// own, so that the stand-in is no requirement of the product.
//
// stripe-mock keeps no state and looks at no value: it takes any amount,
// currency, session, expansion and reused idempotency key. So this proves names
// and forms alone. What happens to money is tested against our own fake.
package stripe
