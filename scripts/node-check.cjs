// Loaded before a command, by any Node: one that cannot read TypeScript would die of the first file.
if (!process.features.typescript) {
  console.error(
    'Mshahara needs Node 24, and this is Node ' +
      process.versions.node +
      '. Install that one, or run "npm ci" with optional packages, which brings it along.',
  )
  process.exit(1)
}
