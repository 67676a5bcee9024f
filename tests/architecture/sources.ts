import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

/** A file of the repository; `path` is relative to its root, with slashes. */
export type Source = { path: string; text: string }

/**
 * `typeOnly` is true where the import is erased at compile time, `deferred` where it is an `import()`; `target` is a path of
 * ours, or null for a package.
 */
export type Import = { specifier: string; target: string | null; typeOnly: boolean; deferred: boolean; line: number }

const root = join(import.meta.dirname, '..', '..')

/** Paths tracked by git; with `untracked` also new ones that are not ignored. */
export function listFiles({ untracked }: { untracked: boolean }): string[] {
  const others = untracked ? ['--others', '--exclude-standard'] : []
  const output = execFileSync('git', ['ls-files', '-z', '--cached', ...others], { cwd: root, encoding: 'utf8' })
  return output.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

export function readSources(paths: string[]): Source[] {
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('tests/')

const parsed = new WeakMap<Source, ts.SourceFile>()

export function parse(source: Source): ts.SourceFile {
  const known = parsed.get(source)
  if (known) return known
  const kind = source.path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true, kind)
  parsed.set(source, file)
  return file
}

export function visit(source: Source, look: (node: ts.Node) => void): void {
  const walk = (node: ts.Node) => {
    look(node)
    ts.forEachChild(node, walk)
  }
  walk(parse(source))
}

export function place(source: Source, node: ts.Node): string {
  return `${source.path}:${line(source, node)}`
}

function line(source: Source, node: ts.Node): number {
  return parse(source).getLineAndCharacterOfPosition(node.getStart()).line + 1
}

/**
 * What a file imports or re-exports, `import()` included. `import { type A }` counts as run-time: under
 * `verbatimModuleSyntax` the module is loaded anyway.
 */
export function importsOf(source: Source, paths: ReadonlySet<string>): Import[] {
  const imports: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, deferred = false) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const target = resolve(specifier.text, source.path, paths)
    imports.push({ specifier: specifier.text, target, typeOnly, deferred, line: line(source, specifier) })
  }
  visit(source, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false)
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true)
  })
  return imports
}

function resolve(specifier: string, from: string, paths: ReadonlySet<string>): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  const base = bare.startsWith('#server/')
    ? bare.slice(1)
    : bare.startsWith('.')
      ? posix.join(posix.dirname(from), bare)
      : null
  if (base === null) return null
  return (
    [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`].find((path) => paths.has(path)) ?? base
  )
}
