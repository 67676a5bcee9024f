/**
 * Habits of naming that the house has ended. A name says what it holds (`customer`, `row`, `address`),
 * never how it came about (`found`, `given`).
 *
 * Only names that we declare are looked at: a property or an argument of a library, and a shorthand that repeats a property, are not; nor are those of CSS.
 * Columns and the words of a contract are strings, or keys of a schema (`z.object`) or of a table that names them as strings
 * (`satisfies Record<'asked', string>`): they are the database's and the caller's. `done` is
 * the iterator's word, and that of the command line's JSON.
 */
import ts from 'typescript'
import { isCode, isTest, place, type Source, visit } from './sources.ts'

const participles = new Set(
  [
    'answered asked awaited begun broken chosen counted drawn found given gone granted heard judged kept known lacking left',
    'listed lost made moved noted noticed own planned said saved seen sent settled shown sought spent stored strange stuck taken',
    'told tried twice typed used waiting wanted whole worth written instead inFront nothing',
    'coming combined converting dispensed either elsewhere filling fitting forever hashing inserted merged owed owing',
    'prescribed raised remembered retained scored staged standing staying telling there unsent within',
  ].flatMap((line) => line.split(' ')),
)

/** A number is a `max…` or a `min…`. */
const superlative = /^(most|longest|largest|least|fewest|shortest)([A-Z]|$)/

type Declaration = ts.Node & { name: ts.Identifier }

export function namesAreHabits(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => isCode(path) && !isTest(path))
    .flatMap((source) => {
      const offences: string[] = []
      visit(source, (node) => {
        if (!isDeclaration(node)) return
        const habit = habitOf(node)
        if (habit) offences.push(`${place(source, node.name)} ${node.name.text}: ${habit}`)
      })
      return offences
    })
}

function habitOf(node: Declaration): string | null {
  const name = node.name.text
  if (participles.has(name.charAt(0).toLowerCase() + name.slice(1))) return 'a participle: say what it holds'
  if (superlative.test(name) && isNumber(node)) return 'a limit is max… or min…'
  if (isFormDefinition(node) && !name.endsWith('Form'))
    return 'what defines a form is …Form: without it, it reads as the action'
  if (ts.isInterfaceDeclaration(node) && name === 'Parts') return 'what a factory needs is its Deps'
  if (isType(node) && /[a-z]Desk$/.test(name)) return 'a type is not a desk'
  if (!isFunction(node)) return null
  if (/^refuse[A-Z]/.test(name) && throws(node)) return 'what throws is assert…'
  if (/^hold[A-Z]/.test(name)) return 'what locks is lock…'
  if (/^open[A-Z]/.test(name) && !/\b(close|stop|end)\b|return open[A-Z]/.test(node.getText()))
    return 'what is never closed is created'
  return null
}

function isDeclaration(node: ts.Node): node is Declaration {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    (ts.isBindingElement(node) && node.propertyName !== undefined) ||
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    (ts.isPropertyAssignment(node) && !isWire(node) && !isTableKey(node) && !isStyle(node) && !isSide(node)) ||
    isType(node)
  if (!declares) return false
  const { name } = node as ts.NamedDeclaration
  return name !== undefined && ts.isIdentifier(name)
}

/** The left side of something: what is placed has a top, too. */
const isSide = (node: ts.PropertyAssignment): boolean =>
  node.name.getText() === 'left' && node.parent.properties.some((property) => property.name?.getText() === 'top')

const isType = (node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
const isFunction = (node: ts.Node) =>
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer))

const isFormDefinition = (node: ts.Node) =>
  ts.isVariableDeclaration(node) &&
  node.initializer !== undefined &&
  ts.isCallExpression(node.initializer) &&
  /^define\w*Form$/.test(node.initializer.expression.getText())

/** A field of a schema, which travels. */
function isWire(node: ts.PropertyAssignment): boolean {
  const call = node.parent.parent
  return ts.isCallExpression(call) && /^z\.\w*object$/i.test(call.expression.getText())
}

/** A column's word, in a table that is looked up by what the column holds. */
function isTableKey(node: ts.PropertyAssignment): boolean {
  const table = node.parent.parent
  if (!ts.isSatisfiesExpression(table)) return false
  const [, words = ''] = /^Record<([^,]*),/.exec(table.type.getText()) ?? []
  return words.split('|').some((word) => word.trim() === `'${node.name.getText()}'`)
}

/** A property of CSS. */
const isStyle = (node: ts.Node) => /\.css\.ts$/.test(node.getSourceFile().fileName)

function isNumber(node: Declaration): boolean {
  const { type, initializer } = node as Declaration & { type?: ts.TypeNode; initializer?: ts.Expression }
  return (
    type?.kind === ts.SyntaxKind.NumberKeyword ||
    (initializer !== undefined && /^[\d_*\s.()+-]+$/.test(initializer.getText()))
  )
}

function throws(node: ts.Node): boolean {
  let isThrowing = false
  const walk = (inner: ts.Node) => {
    isThrowing ||= ts.isThrowStatement(inner)
    ts.forEachChild(inner, walk)
  }
  walk(node)
  return isThrowing
}
