package qr

// checkOf is the number of check codewords of a block, and blocksOf the number
// of blocks, by level and version (table 9). Index 0 is no version.
var (
	checkOf = [4][MaxVersion + 1]int{
		L: {0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
		M: {0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28},
		Q: {0, 13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
		H: {0, 17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
	}
	blocksOf = [4][MaxVersion + 1]int{
		L: {0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25},
		M: {0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49},
		Q: {0, 1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68},
		H: {0, 1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81},
	}
)

func sizeOf(version int) int { return 17 + 4*version }

// totalWords is the number of codewords of a version: the modules that are
// neither patterns nor format nor version, in eights.
func totalWords(version int) int {
	size := sizeOf(version)
	modules := size*size - 3*64 - 2*(size-16) - 31 // finders with separators, timing, format
	if version > 1 {
		n := version/7 + 2
		modules -= 25*(n*n-3) - 10*(n-2) // alignment; those on the timing lines share 5 modules
	}
	if version >= firstWithVersion {
		modules -= 36
	}
	return modules / 8
}

// dataBits is what a version and level have for headers and characters.
func dataBits(version int, level Level) int {
	return 8 * (totalWords(version) - blocksOf[level][version]*checkOf[level][version])
}

// firstWithVersion is the first version whose number is written into the symbol.
const firstWithVersion = 7

// alignmentCentres are the rows and columns on which alignment patterns are
// centred (annex E): the first on the timing line, the others evenly spaced
// back from the last, by an even step.
func alignmentCentres(version int) []int {
	if version == 1 {
		return nil
	}
	n := version/7 + 2
	step := (4*version + 2*n + 1) / (2*n - 2) * 2
	if version == 32 {
		step = 26 // the only version that the formula misses
	}
	centres := make([]int, n)
	centres[0] = 6
	for i := n - 1; i > 0; i-- {
		centres[i] = sizeOf(version) - 7 - (n-1-i)*step
	}
	return centres
}
