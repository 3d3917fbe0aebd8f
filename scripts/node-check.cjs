// Loaded before a command, by any Node: one that is too old would die of the first file it reads.
const needed = require('../package.json').engines.node.replace('>=', '')
const own = process.versions.node
if (!process.features.typescript || Number.parseInt(own, 10) < Number(needed)) {
  console.error(
    `Mshahara needs Node ${needed}, and this is Node ${own}. Install that one, or run "npm ci" with ` +
      'optional packages, which brings it along.',
  )
  process.exit(1)
}
