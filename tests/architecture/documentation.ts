/** What the documentation says of the code, compared with it. Each takes the sources to check and returns a line per offence. */
import { posix } from 'node:path'
import ts from 'typescript'
import { place, type Source, visit } from './sources.ts'

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

/** A comment's `@param` names a parameter, or what one is taken apart into. */
export function commentedParametersExist(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const offences: string[] = []
    visit(source, (node) => {
      const commented = ts.getJSDocTags(node).filter(ts.isJSDocParameterTag)
      const names = ts.isFunctionLike(node) && new Set(node.parameters.flatMap(namesOf))
      if (names)
        for (const { name } of commented)
          if (!names.has(name.getText()))
            offences.push(`${place(source, name)} ${name.getText()}: no parameter of that name`)
    })
    return offences
  })
}

function namesOf(node: ts.Node): string[] {
  const own = (ts.isParameter(node) || ts.isBindingElement(node) || ts.isPropertySignature(node)) && node.name
  const inner: string[] = []
  ts.forEachChild(node, (child) => {
    inner.push(...namesOf(child))
  })
  return own && ts.isIdentifier(own) ? [own.text, ...inner] : inner
}

/** The variables that `server/config.ts` reads: the properties of its schema. */
export function settingsOf(config: Source): string[] {
  const names: string[] = []
  visit(config, (node) => {
    if (!ts.isVariableDeclaration(node) || !/Environment$/.test(node.name.getText())) return
    const { initializer } = node
    const schema = initializer && ts.isCallExpression(initializer) ? initializer.arguments[0] : initializer
    // What it takes over from a channel has no name here: that is read in the channel's own file.
    if (schema && ts.isObjectLiteralExpression(schema))
      names.push(...schema.properties.flatMap((each) => each.name?.getText() ?? []))
  })
  return names
}

/** The first cells of a table's rows, without their quotes. */
export const firstCells = (text: string) => [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, cell = '']) => cell)
