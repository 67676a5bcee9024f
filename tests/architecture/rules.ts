/**
 * The rules that no tool knows; imports are dependency-cruiser's (`dependencies.ts`), complexity, barrels, the environment and the
 * hooks of components Biome's (biome.json). Each takes the sources to check and returns a line per offence, so that it can be tested itself with
 * a small offending sample.
 */
import ts from 'typescript'
import { toDatabaseName } from '../../server/database/row-codec.ts'
import { domains } from './dependencies.ts'
import { importsOf, isCode, isTest, place, type Source, visit } from './sources.ts'

const topLevel = new Set([
  'app',
  'public',
  'server',
  'tests',
  'playwright.config.ts',
  'remix.config.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'biome.json',
  'Dockerfile',
  'compose.yaml',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
])

/** A page's action and a call are two adapters of one verb: neither goes through the other. */
export function pagesKnowNoOperation(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('app/') && !path.startsWith('app/api-docs/') && isCode(path))
    .flatMap((source) =>
      offendingNodes(
        source,
        (node) => ts.isIdentifier(node) && node.text === 'operations',
        'a page runs the domain’s verb; operations are the calls’',
      ),
    )
}

export function onlyTheClockTellsTheTime(sources: Source[]): string[] {
  return judged(sources, new Set(['server/platform/clock.ts'])).flatMap((source) =>
    offendingNodes(
      source,
      (node) =>
        (ts.isPropertyAccessExpression(node) && node.getText() === 'Date.now') ||
        (ts.isCallExpression(node) && node.expression.getText() === 'Date') ||
        (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length),
      'time comes from the shop’s clock',
    ),
  )
}

/** An image for live shops lacks the folder. Types are erased; a path to one of its files counts as well as an import. */
export function onlyTheShopLoadsTheDemo(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !isTest(path) && !isUnder(path, 'server/demo'))
    .flatMap((source) =>
      offendingNodes(
        source,
        (node) =>
          isText(node) &&
          /(^|\/)demo\//.test(node.text) &&
          !(ts.isImportDeclaration(node.parent) && node.parent.importClause?.isTypeOnly) &&
          !(source.path === 'server/shop.ts' && isLoadedLater(node)),
        'server/demo is loaded by server/shop.ts alone, and in the sandbox only: await import(…)',
      ),
    )
}

const colourLiteral =
  /#[0-9a-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?<![\w-])(white|black|red|green|blue|gr[ae]y|orange|yellow|purple|pink)(?![\w-])/i

export function styleSheetsUseTokens(sources: Source[]): string[] {
  return sources
    .filter((source) => source.path.endsWith('.css.ts') && !source.path.startsWith('app/styles/'))
    .flatMap((source) =>
      offendingNodes(
        source,
        (node) => isText(node) && !isModuleName(node) && colourLiteral.test(node.text),
        'colours are tokens of app/styles',
      ),
    )
}

/** A browser cuts what is pasted ("CPF: 529.982.247-25") before the shop can read it: the shop says what is too long. */
export function numbersAreNotCut(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.endsWith('.tsx') && path.startsWith('app/'))
    .flatMap((source) =>
      offendingNodes(
        source,
        (node) => ts.isJsxAttributes(node) && isNumberField(node.getText()),
        'a field of a number has no maxLength',
      ),
    )
}

const isNumberField = (attributes: string) =>
  /\bmaxLength=/.test(attributes) && /inputMode="numeric"|data-mask=|autoComplete="one-time-code"/.test(attributes)

/** A field is declared once, by its form's schema: its name and its limit follow from that (`app/ui/field/field-props.ts`). */
export function fieldsAreDeclaredOnce(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('app/') && isCode(path) && !isTest(path))
    .flatMap((source) => [
      ...offendingNodes(
        source,
        (node) =>
          !isUnder(source.path, 'app/ui') &&
          ts.isJsxAttribute(node) &&
          node.name.getText() === 'maxLength' &&
          !/\btype="search"/.test(node.parent.getText()),
        'a field’s limit is its schema’s',
      ),
      ...offendingNodes(
        source,
        (node) =>
          ts.isPropertyAssignment(node) &&
          ts.isStringLiteral(node.initializer) &&
          isFormsFieldTable(node.parent.parent) &&
          // A file that `run` reads is no input.
          node.name.getText() !== 'file' &&
          node.initializer.text === toSnakeCase(node.name.getText()),
        'a field has its input’s name without being told',
      ),
      ...offendingNodes(
        source,
        (node) => ts.isImportSpecifier(node) && node.name.text === 'rawTextSchema',
        'a form’s schema stands beside its verbs',
      ),
    ])
}

const isFormsFieldTable = (node: ts.Node) => ts.isPropertyAssignment(node) && node.name.getText() === 'fields'
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * What each program loads before it does anything: what few visits or commands need is loaded by an `import()` where it is
 * used. Each of these libraries would take every start some hundredth of a second to a tenth.
 */
const neverLoadedAtOnce: Record<string, RegExp> = {
  'server/cli/shop.ts': /^(kysely|pg|better-sqlite3|pino|server\/shop\.ts|server\/database\/connection\.ts)$/,
  'server/main.ts': /^(pg|nodemailer|file-type|sharp|vite|@hyzyla\/|@zxcvbn-ts\/|@opentelemetry\/)/,
}

/** Offences are the trails from program to library. */
export function programsLoadWhatTheyNeed(sources: Source[]): string[] {
  return Object.entries(neverLoadedAtOnce).flatMap(([program, forbidden]) =>
    loadedBy(program, sources)
      .filter((trail) => forbidden.test(trail.at(-1) ?? ''))
      .map((trail) => trail.join(' → ')),
  )
}

/** All that is loaded with a program, packages too: for each one shortest trail of imports that leads there. */
function loadedBy(program: string, sources: Source[]): string[][] {
  const paths = pathsOf(sources)
  const sourceOf = new Map(sources.map((source) => [source.path, source]))
  const trails = new Map([[program, [program]]])
  // A map goes on with what is added on the way.
  for (const [path, trail] of trails) {
    const source = sourceOf.get(path)
    for (const { specifier, target, typeOnly, deferred } of source ? importsOf(source, paths) : []) {
      const name = target ?? specifier
      if (!typeOnly && !deferred && !trails.has(name)) trails.set(name, [...trail, name])
    }
  }
  return [...trails.values()]
}

export function noVagueNames(paths: string[]): string[] {
  return paths
    .filter((path) => path.split(/[/.-]/).some((word) => /^(utils?|helpers?|misc|common)$/i.test(word)))
    .map((path) => `${path}: name it after what it does`)
}

/** No skipped tests but those that need PostgreSQL or buildah, and no mocked modules, which would test the mock. */
export function testsMockAndSkipNothing(sources: Source[]): string[] {
  const forbidden = /^((test|it|describe)(\.\w+)*\.(skip|skipIf|only|todo|fixme|fails?)|vi\.(mock|doMock))$/
  const allowed = /^(test|describe)\.skipIf\(!(postgres|canBuild)\)$/
  return sources
    .filter((source) => isTest(source.path))
    .flatMap((source) =>
      offendingNodes(
        source,
        (node) =>
          ts.isPropertyAccessExpression(node) && forbidden.test(node.getText()) && !allowed.test(node.parent.getText()),
        'tests mock no module and skip nothing',
      ),
    )
}

/** Where a plain Error is a fault of the program's or of another one's, which nobody who reads its words has caused. */
const faults = new Set([
  'server/backoffice/import-file.ts',
  'server/backoffice/import-run.ts',
  'server/catalogue/categories.ts',
  'server/cli/usage.ts',
  'server/payments/amounts.ts',
  'server/payments/charges.ts',
  'server/payments/pix/br-code.ts',
  'server/payments/pix/pix-provider.ts',
  'server/prescriptions/prescription-file-store.ts',
  'server/prescriptions/pdf-renderer.ts',
  'server/prescriptions/prescription-file.ts',
  'server/prescriptions/qr-code-reader.ts',
  'server/prescriptions/signature/asn1.ts',
  'server/prescriptions/signature/check-signature.ts',
  'server/prescriptions/signature/find-signatures.ts',
])

/**
 * Domain tests that write SQL or look at which database it is run on both, which their names say, and in such a file the word
 * `test` in place of `it` (tests/README.md).
 */
export function testsOfSqlRunOnBothDatabases(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => /^tests\/domain\/.*\.test\.ts$/.test(path))
    .map(({ path, text }) => ({ path, texts: path.endsWith('.sql.test.ts') ? listTestsOnce(text) : [text] }))
    .filter(({ texts }) => texts.some((text) => /\bsql`|TEST_DATABASE|\bengine\b/.test(text)))
    .map(({ path }) => `${path}: a test of SQL is a .sql.test.ts, and no "it" there`)
}

/** The tests of a file that stand under `it`. */
function listTestsOnce(text: string): string[] {
  return text.match(/^it\b.*(\n(?!\S).*)*/gm) ?? []
}

/** Those of providers: ports, whose state is a connection. */
const foldersOfPorts = /^server\/(bag\/programme|payments\/(card|external|pix|sandbox))\//

/**
 * A domain's verbs take the context: a transaction is no parameter, what a verb needs of others is imported, and nothing that
 * changes stands in a module.
 */
export function verbsTakeTheContext(sources: Source[]): string[] {
  const domainCode = sources.filter(({ path }) => isInDomain(path) && isCode(path) && !isTest(path))
  return domainCode.flatMap((source) => [
    ...offendingNodes(
      source,
      (node) => ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Transaction',
      'a verb takes the context: `ctx: TransactionContext`',
    ),
    ...offendingNodes(
      source,
      (node) =>
        ts.isInterfaceDeclaration(node) &&
        node.name.text === 'Deps' &&
        !foldersOfPorts.test(source.path) &&
        !/^server\/payments\/payment-providers\.ts$/.test(source.path),
      'a verb imports what it needs of others',
    ),
    ...offendingNodes(
      source,
      (node) =>
        ts.isVariableStatement(node) &&
        ts.isSourceFile(node.parent) &&
        (node.declarationList.flags & ts.NodeFlags.Const) === 0,
      'what changes is kept by `ctx.memory`',
    ),
  ])
}

function isInDomain(path: string): boolean {
  return domains.includes(path.split('/')[1] ?? '') && path.startsWith('server/')
}

/** What people cause has a sentence for them; the layers below the domains throw faults, which are caught or logged. */
export function refusalsHaveASentence(sources: Source[]): string[] {
  const below = ['api', 'database', 'demo', 'platform', 'web', 'wire']
  return sources
    .filter(({ path }) => /^server\/\w+\//.test(path) && isCode(path) && !isTest(path))
    .filter(({ path }) => !faults.has(path) && !below.includes(path.split('/')[1] ?? ''))
    .flatMap((source) =>
      offendingNodes(
        source,
        (node) => ts.isNewExpression(node) && /^(Type|Range)?Error$/.test(node.expression.getText()),
        'a ShopError or an OperatorError tells people what to do; a fault is listed in rules.ts',
      ),
    )
}

/** Where a name on the wire, a column or a page may stand; the other folders of server/ are domains. */
const namesFields = ['api', 'cli', 'database', 'demo', 'web', 'wire', 'calls']

/**
 * A domain has words, a form has names: its `fields` say which is which. A name that is a word of another form too, or a column,
 * is free.
 */
export function domainsNameNoFields(sources: Source[]): string[] {
  const pairs = sources
    .filter(({ path }) => path.startsWith('app/') && !isTest(path))
    .flatMap(({ text }) => [...text.matchAll(/\b(?:fields:|\w*Fields =) \{((?:[^{}]|\{[^{}]*\})*)\}/g)])
    .flatMap(([, body = '']) => [...body.matchAll(/(\w+): '([\w.-]+)'/g)])
    .map(([, word = '', name = '']) => ({ word, name }))
  const schema = sources.find(({ path }) => path === 'server/database/schema.ts')?.text ?? ''
  const columns = [...schema.matchAll(/^\s+(\w+)\??:/gm)].map(([, column = '']) => toDatabaseName(column))
  const free = new Set([...pairs.map(({ word }) => word), ...columns])
  const names = [...new Set(pairs.map(({ name }) => name))].filter((name) => !free.has(name))
  const domains = sources.filter(({ path }) => {
    const [, folder = ''] = /^server\/(\w+)\//.exec(path) ?? []
    return folder !== '' && !namesFields.includes(folder) && !isTest(path)
  })
  return domains.flatMap(({ path, text }) =>
    names
      .filter((name) => new RegExp(`(['"\`])${name}\\1|(?<![\\w.])${name}\\??:`).test(text))
      .map((name) => `${path}: ${name} is a form's field; the domain has a word for it`),
  )
}

/** A refusal stands beside its field only where a form or a call has an input of the name that it gives. */
export function refusalsNameInputs(sources: Source[]): string[] {
  const inputs = new Set<string>()
  const ours = sources.filter(({ path }) => !isTest(path))
  for (const source of ours) {
    visit(source, (node) => {
      if (ts.isObjectLiteralExpression(node) && (isFieldTable(node.parent) || isSchema(node.parent)))
        for (const { name } of node.properties) if (name) inputs.add(name.getText())
    })
  }
  return ours
    .filter(({ path }) => /^server\/(?!platform\/)\w+\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\binput: '(\w+)'/g)]
        .filter(([, name = '']) => !inputs.has(name))
        .map(([, name]) => `${path}: no form and no call has an input "${name}"`),
    )
}

const isFieldTable = (node: ts.Node) =>
  (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
  /^fields$|Field(s|Names)$/.test(node.name.getText())
const isSchema = (node: ts.Node) => ts.isCallExpression(node) && /object$/i.test(node.expression.getText())

export function topLevelHoldsOnlyWhatIsAgreed(paths: string[]): string[] {
  const first = new Set(paths.map((path) => path.split('/')[0] ?? ''))
  return [...first]
    .filter((name) => !name.startsWith('.') && !topLevel.has(name))
    .map((name) => `${name}: the top level holds ${[...topLevel].join(' ')}`)
}

/** Hosts and folders that exist on one machine only. */
export function nothingNamesAMachine(sources: Source[]): string[] {
  const ofOneMachine = /registry\.npmjs\.org|(?<![\w.~$}-])\/(work|tmp)\//
  return sources
    .filter((source) => !source.text.includes('\0'))
    .flatMap((source) =>
      source.text
        .split('\n')
        .flatMap((text, index) =>
          ofOneMachine.test(text) ? [`${source.path}:${index + 1} names a registry or a folder of one machine`] : [],
        ),
    )
}

function judged(sources: Source[], except: ReadonlySet<string>): Source[] {
  return sources.filter(
    ({ path }) => /^(app|server)\//.test(path) && isCode(path) && !isTest(path) && !except.has(path),
  )
}

function offendingNodes(source: Source, offends: (node: ts.Node) => boolean, reason: string): string[] {
  const offences: string[] = []
  visit(source, (node) => {
    if (offends(node)) offences.push(`${place(source, node)} ${node.getText().split('\n')[0]}: ${reason}`)
  })
  return offences
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
}

function isLoadedLater(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword
}

function isModuleName(node: ts.Node): boolean {
  return ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)
}

function isUnder(path: string | null, directory: string): boolean {
  return path?.startsWith(`${directory}/`) ?? false
}

function pathsOf(sources: Source[]): Set<string> {
  return new Set(sources.map((source) => source.path))
}

/** Each says how it goes on (server/upgrades.md). */
const frameworkInside = new Set(['app/document/handoff.tsx', 'app/document/adopt-handoff.ts', 'remix.config.ts'])

/** Names that the framework does not promise, and its components called as functions. */
const insidePattern = /__remix\w*|__react\w*|__SECRET_\w*|turbo-stream|\/dist\/|RemixBrowser\(|\(Scripts as /

/** What a new version of the framework may change without a word stands in these files alone, three at most. */
export function onlyThreeFilesKnowTheFramework(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !isTest(path) && isCode(path) && !frameworkInside.has(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const inside = insidePattern.exec(line)?.[0]
        return inside ? [`${path}:${index + 1} ${inside}: the framework’s inside is known in three files`] : []
      }),
    )
}
