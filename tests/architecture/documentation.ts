/** What the documentation says of the code, compared with it. Each takes the sources to check and returns a line per offence. */
import { posix } from 'node:path'
import ts from 'typescript'
import { type Source, visit } from './sources.ts'

export const isDocumentation = (path: string) => path.endsWith('.md') && path !== 'CHANGELOG.md'

/** Links and whole paths of files: what begins with a folder of the top level and has an ending. */
export function documentedFilesExist(documents: Source[], paths: Iterable<string>): string[] {
  const files = new Set(paths)
  const exists = (path: string) => files.has(path) || [...files].some((file) => file.startsWith(`${path}/`))
  return documents.flatMap(({ path, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) =>
      posix.join(posix.dirname(path), link),
    )
    const named = [...text.matchAll(/`((?:app|server|tests)\/[^`*…\s]+\.[a-z]+)`/g)].map(([, name = '']) => name)
    return [...new Set([...links, ...named])]
      .filter((name) => !exists(name))
      .map((name) => `${path}: ${name} is missing`)
  })
}

/** A folder's listing says it, and is never out of date. */
export function noTableListsFiles(documents: Source[], paths: Iterable<string>): string[] {
  const files = new Set(paths)
  return documents.flatMap(({ path, text }) => {
    const cells = [...text.matchAll(/^\| ([^|]*`[^|]*)\|/gm)].map(([, cell = '']) => cell)
    const names = cells.flatMap((cell) => [...cell.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, name = '']) => name))
    const listed = names.filter((name) => files.has(posix.join(posix.dirname(path), name)))
    return listed.length > 2 ? [`${path}: a table of ${listed.length} files`] : []
  })
}

/** The variables that `server/config.ts` reads: the properties of its schema. */
export function settingsOf(config: Source): string[] {
  const names: string[] = []
  visit(config, (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== 'Environment') return
    const [schema] = node.initializer && ts.isCallExpression(node.initializer) ? node.initializer.arguments : []
    if (schema && ts.isObjectLiteralExpression(schema))
      names.push(...schema.properties.map((each) => each.name?.getText() ?? ''))
  })
  return names
}

/** The first cells of a table's rows, without their quotes. */
export const firstCells = (text: string) => [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, cell = '']) => cell)
