package text

import _ "toolcrib/internal/ops/text/ai" // the operations of models are of this group
