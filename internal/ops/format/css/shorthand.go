package css

import (
	"strings"
	"sync"
)

// shorthands lists properties with those that they set too: shorthands with
// their longhands and what they reset, and names of old for new ones. It comes
// from mdn-data 2.27.1 (CC0); what that lacks is from the modules of CSS.
const shorthands = `animation: animation-name animation-duration animation-timing-function animation-delay animation-iteration-count animation-direction animation-fill-mode animation-play-state animation-timeline animation-range animation-composition
animation-range: animation-range-start animation-range-end
background: background-image background-position background-size background-repeat background-origin background-clip background-attachment background-color background-blend-mode
background-position: background-position-x background-position-y
border: border-width border-style border-color border-image
border-block: border-block-width border-block-style border-block-color
border-block-color: border-block-start-color border-block-end-color
border-block-end: border-block-end-width border-block-end-style border-block-end-color
border-block-start: border-block-start-width border-block-start-style border-block-start-color
border-block-style: border-block-start-style border-block-end-style
border-block-width: border-block-start-width border-block-end-width
border-bottom: border-bottom-width border-bottom-style border-bottom-color
border-color: border-top-color border-right-color border-bottom-color border-left-color
border-image: border-image-source border-image-slice border-image-width border-image-outset border-image-repeat
border-inline: border-inline-width border-inline-style border-inline-color
border-inline-color: border-inline-start-color border-inline-end-color
border-inline-end: border-inline-end-width border-inline-end-style border-inline-end-color
border-inline-start: border-inline-start-width border-inline-start-style border-inline-start-color
border-inline-style: border-inline-start-style border-inline-end-style
border-inline-width: border-inline-start-width border-inline-end-width
border-left: border-left-width border-left-style border-left-color
border-radius: border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius
border-right: border-right-width border-right-style border-right-color
border-style: border-top-style border-right-style border-bottom-style border-left-style
border-top: border-top-width border-top-style border-top-color
border-width: border-top-width border-right-width border-bottom-width border-left-width
caret: caret-color caret-animation caret-shape
column-break-after: break-after
column-break-before: break-before
column-break-inside: break-inside
column-rule: column-rule-width column-rule-style column-rule-color
columns: column-width column-count column-height
contain-intrinsic-size: contain-intrinsic-width contain-intrinsic-height
container: container-name container-type
corner-block-end-shape: corner-end-start-shape corner-end-end-shape
corner-block-start-shape: corner-start-start-shape corner-start-end-shape
corner-bottom-shape: corner-bottom-left-shape corner-bottom-right-shape
corner-inline-end-shape: corner-start-end-shape corner-end-end-shape
corner-inline-start-shape: corner-start-start-shape corner-end-start-shape
corner-left-shape: corner-top-left-shape corner-bottom-left-shape
corner-right-shape: corner-top-right-shape corner-bottom-right-shape
corner-shape: corner-top-left-shape corner-top-right-shape corner-bottom-left-shape corner-bottom-right-shape
corner-top-shape: corner-top-left-shape corner-top-right-shape
flex: flex-grow flex-shrink flex-basis
flex-flow: flex-direction flex-wrap
font: font-style font-variant font-weight font-stretch font-size line-height font-family font-size-adjust font-kerning font-feature-settings font-language-override font-optical-sizing font-variation-settings font-palette
font-synthesis: font-synthesis-weight font-synthesis-style font-synthesis-small-caps font-synthesis-position
font-variant: font-variant-ligatures font-variant-caps font-variant-alternates font-variant-numeric font-variant-east-asian font-variant-position font-variant-emoji
font-width: font-stretch
gap: row-gap column-gap
grid: grid-template grid-auto-rows grid-auto-columns grid-auto-flow
grid-area: grid-row grid-column
grid-column: grid-column-start grid-column-end
grid-column-gap: column-gap
grid-gap: gap
grid-row: grid-row-start grid-row-end
grid-row-gap: row-gap
grid-template: grid-template-columns grid-template-rows grid-template-areas
inset: top right bottom left
inset-block: inset-block-start inset-block-end
inset-inline: inset-inline-start inset-inline-end
interest-delay: interest-delay-start interest-delay-end
list-style: list-style-type list-style-position list-style-image
margin: margin-top margin-right margin-bottom margin-left
margin-block: margin-block-start margin-block-end
margin-inline: margin-inline-start margin-inline-end
marker: marker-start marker-mid marker-end
mask: mask-image mask-mode mask-repeat mask-position mask-clip mask-origin mask-size mask-composite mask-border
mask-border: mask-border-mode mask-border-outset mask-border-repeat mask-border-slice mask-border-source mask-border-width
mask-box-image: mask-border
mask-position: mask-position-x mask-position-y
offset: offset-position offset-path offset-distance offset-anchor offset-rotate
outline: outline-width outline-style outline-color
overflow: overflow-x overflow-y
overscroll-behavior: overscroll-behavior-x overscroll-behavior-y
padding: padding-top padding-right padding-bottom padding-left
padding-block: padding-block-start padding-block-end
padding-inline: padding-inline-start padding-inline-end
page-break-after: break-after
page-break-before: break-before
page-break-inside: break-inside
place-content: align-content justify-content
place-items: align-items justify-items
place-self: align-self justify-self
position-try: position-try-fallbacks position-try-order
scroll-margin: scroll-margin-top scroll-margin-right scroll-margin-bottom scroll-margin-left
scroll-margin-block: scroll-margin-block-start scroll-margin-block-end
scroll-margin-inline: scroll-margin-inline-start scroll-margin-inline-end
scroll-padding: scroll-padding-top scroll-padding-right scroll-padding-bottom scroll-padding-left
scroll-padding-block: scroll-padding-block-start scroll-padding-block-end
scroll-padding-inline: scroll-padding-inline-start scroll-padding-inline-end
scroll-timeline: scroll-timeline-name scroll-timeline-axis
text-box: text-box-trim text-box-edge
text-decoration: text-decoration-color text-decoration-style text-decoration-line text-decoration-thickness
text-emphasis: text-emphasis-style text-emphasis-color
text-spacing: text-spacing-trim text-autospace
text-stroke: text-stroke-width text-stroke-color
text-wrap: text-wrap-mode text-wrap-style
timeline-trigger: timeline-trigger-name timeline-trigger-source timeline-trigger-range timeline-trigger-exit-range
timeline-trigger-exit-range: timeline-trigger-exit-range-start timeline-trigger-exit-range-end
timeline-trigger-range: timeline-trigger-range-start timeline-trigger-range-end
transition: transition-delay transition-duration transition-property transition-timing-function transition-behavior
vertical-align: alignment-baseline baseline-shift baseline-source
view-timeline: view-timeline-name view-timeline-axis view-timeline-inset
white-space: white-space-collapse text-wrap-mode
word-wrap: overflow-wrap`

// logical lists groups of properties that follow the direction of writing,
// before the slash, with those that do not: which are the same is not known.
const logical = `margin-block-start margin-block-end margin-inline-start margin-inline-end / margin-top margin-right margin-bottom margin-left
padding-block-start padding-block-end padding-inline-start padding-inline-end / padding-top padding-right padding-bottom padding-left
scroll-margin-block-start scroll-margin-block-end scroll-margin-inline-start scroll-margin-inline-end / scroll-margin-top scroll-margin-right scroll-margin-bottom scroll-margin-left
scroll-padding-block-start scroll-padding-block-end scroll-padding-inline-start scroll-padding-inline-end / scroll-padding-top scroll-padding-right scroll-padding-bottom scroll-padding-left
border-block-start-color border-block-end-color border-inline-start-color border-inline-end-color / border-top-color border-right-color border-bottom-color border-left-color
border-block-start-style border-block-end-style border-inline-start-style border-inline-end-style / border-top-style border-right-style border-bottom-style border-left-style
border-block-start-width border-block-end-width border-inline-start-width border-inline-end-width / border-top-width border-right-width border-bottom-width border-left-width
border-start-start-radius border-start-end-radius border-end-start-radius border-end-end-radius / border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius
corner-start-start-shape corner-start-end-shape corner-end-start-shape corner-end-end-shape / corner-top-left-shape corner-top-right-shape corner-bottom-right-shape corner-bottom-left-shape
inset-block-start inset-block-end inset-inline-start inset-inline-end / top right bottom left
inline-size block-size / width height
min-inline-size min-block-size / min-width min-height
max-inline-size max-block-size / max-width max-height
contain-intrinsic-inline-size contain-intrinsic-block-size / contain-intrinsic-width contain-intrinsic-height
overflow-inline overflow-block / overflow-x overflow-y
overscroll-behavior-inline overscroll-behavior-block / overscroll-behavior-x overscroll-behavior-y`

// parts has, for each property above, what it sets in the smallest parts: two
// properties that share a part are not to change places.
var parts = sync.OnceValue(func() map[string][]string {
	m, lists := map[string][]string{}, map[string]string{}
	for row := range strings.Lines(logical) {
		with, without, _ := strings.Cut(row, "/")
		for _, a := range strings.Fields(with) {
			for _, b := range strings.Fields(without) {
				m[a] = append(m[a], a+"/"+b)
				m[b] = append(m[b], a+"/"+b)
			}
		}
	}
	for row := range strings.Lines(shorthands) {
		name, list, _ := strings.Cut(row, ":")
		lists[name] = list
	}
	var expand func(name string) []string
	expand = func(name string) []string {
		if m[name] != nil {
			return m[name]
		}
		for _, part := range strings.Fields(lists[name]) {
			m[name] = append(m[name], expand(part)...)
		}
		if m[name] == nil {
			m[name] = []string{name}
		}
		return m[name]
	}
	for name := range lists {
		expand(name)
	}
	return m
})
