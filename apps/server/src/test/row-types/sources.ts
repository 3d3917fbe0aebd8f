import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { API, type Checker } from 'typescript/unstable/sync'

/** The server's sources as the compiler reads them. TypeScript calls this way in unstable. */

/** As the compiler writes it. */
export const pathOf = (url: URL | string) => fileURLToPath(url).replaceAll('\\', '/')
export const root = pathOf(new URL('../../../../..', import.meta.url))
const product = `${root}apps/server/src/`

export interface Compiled {
  checker: Checker
  /** Files of the product whose text matches. */
  files(pattern: RegExp): SourceFile[]
  close(): void
}

/** Without tests and screens, which are most of what the whole project would load. */
function configuration(): string {
  const folder = join(root, 'node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'row-types.tsconfig.json')
  const exclude = ['**/*.test.ts', 'test/**'].map((which) => product + which)
  const compilerOptions = { types: ['node'], incremental: false }
  const content = { extends: join(root, 'tsconfig.json'), compilerOptions, exclude }
  writeFileSync(path, JSON.stringify({ ...content, include: [product] }))
  return path
}

export function compile(): Compiled {
  const api = new API({ cwd: root })
  const path = configuration()
  const project = api.updateSnapshot({ openProjects: [path] }).getProject(path)
  if (!project) throw new Error('TypeScript has not opened the project.')
  const { program, checker } = project
  const files = program
    .getSourceFileNames()
    .filter((name) => name.startsWith(product))
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
  return {
    checker,
    files: (pattern) =>
      files
        .filter(({ text }) => pattern.test(text))
        .flatMap(({ name }) => program.getSourceFile(name) ?? []),
    close: () => api.close(),
  }
}

/** All that lies in a piece of source, itself included; `enter` says where not to look. */
export function within(node: Node, enter: (inner: Node) => boolean = () => true): Node[] {
  const found: Node[] = []
  const visit = (inner: Node) => {
    found.push(inner)
    if (inner === node || enter(inner)) inner.forEachChild(visit)
  }
  visit(node)
  return found
}
