// Writes tlds.txt: the top-level domains that twitter-text 3.1.0 knows, in its
// order, generic ones first.
//
//   npm install --prefix /tmp/tweet twitter-text@3.1.0
//   node tlds.mjs /tmp/tweet/node_modules > tlds.txt
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const require = createRequire(resolve(process.argv[2], 'x.js'));
for (const name of ['validGTLD', 'validCCTLD']) {
  const {source} = require('twitter-text/dist/regexp/' + name);
  console.log(/^\(\?:\(\?:(.*)\)\(\?=\[\^0-9a-zA-Z@\+-\]\|\$\)\)$/.exec(source)[1].split('|').join('\n'));
}
