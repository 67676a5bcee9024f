/**
 * The architecture rules. Each takes the sources to check and returns a line per offence, so that it can be tested itself with
 * a small offending sample.
 */
import ts from 'typescript'
import { domains } from './domains.ts'
import { type Import, importsOf, isCode, isTest, parse, place, type Source, visit } from './sources.ts'

/** The rooms of the shop in app/: each with its pages, and taken by no other. */
const areas = [
  'account',
  'bag',
  'calls',
  'checkout',
  'compare',
  'counter',
  'delivery',
  'favourites',
  'home',
  'institutional',
  'laboratory',
  'listing',
  'prescriptions',
  'product',
  'sandbox',
  'search',
]

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

export function appTakesOnlyTypesFromServer(sources: Source[]): string[] {
  return offendingImports(
    sources.filter((source) => source.path.startsWith('app/')),
    sources,
    (found) => !found.typeOnly && isUnder(found.target, 'server'),
    'app/ takes only types from server/ (import type …); the shop comes as context.shop',
  )
}

/** A page's action and a call are two adapters of one verb: neither goes through the other. */
export function pagesKnowNoOperation(sources: Source[]): string[] {
  const reason = 'a page runs the domain’s verb; operations are the calls’'
  const pages = sources.filter(({ path }) => path.startsWith('app/') && !path.startsWith('app/calls/') && isCode(path))
  return [
    ...offendingImports(pages, sources, ({ target }) => /\boperations?\.ts$/.test(target ?? ''), reason),
    ...pages.flatMap((source) =>
      offendingNodes(source, (node) => ts.isIdentifier(node) && node.text === 'operations', reason),
    ),
  ]
}

export function serverTakesOnlyTextsFromApp(sources: Source[]): string[] {
  return offendingImports(
    sources.filter((source) => source.path.startsWith('server/')),
    sources,
    (found) => isUnder(found.target, 'app') && !isUnder(found.target, 'app/texts'),
    'server/ takes nothing from app/ but app/texts',
  )
}

/** Types count. Files that belong to no folder (root, entries, the map of addresses) may take from anywhere, and none from them. */
export function areasTakeNothingFromEachOther(sources: Source[]): string[] {
  const offences = (source: Source) => {
    const own = roomOf(source.path)
    return ({ target }: Import) => {
      const other = target === null ? own : roomOf(target)
      if (own === 'app/shell' && other === 'app/search') return false
      return other !== own && (areas.includes(other.slice('app/'.length)) || other === 'app/root.tsx')
    }
  }
  return sources
    .filter(({ path }) => /^app\/\w+\//.test(path))
    .flatMap((source) =>
      offendingImports(
        [source],
        sources,
        offences(source),
        'an area takes nothing from another one: what two need moves to ui/ or shell/',
      ),
    )
}

/** Types count, those of server/ excepted. */
export function componentsTakeOnlyWhatTheyShow(sources: Source[]): string[] {
  return offendingImports(
    sources.filter((source) => source.path.startsWith('app/ui/')),
    sources,
    ({ target }) => isUnder(target, 'app') && !/^app\/(ui|styles|texts|client)\//.test(target ?? ''),
    'a component takes only styles, texts, client and other components',
  )
}

/** Types count. */
export function textsTakeOnlyTexts(sources: Source[]): string[] {
  return offendingImports(
    sources.filter((source) => source.path.startsWith('app/texts/') && !isTest(source.path)),
    sources,
    ({ target }) => !isUnder(target, 'app/texts'),
    'texts take nothing but texts',
  )
}

export function domainsKnowNoHttp(sources: Source[]): string[] {
  return offendingImports(
    sources.filter((source) => domainOf(source.path) && !isTest(source.path)),
    sources,
    (found) => /^(@remix-run\/.*|express|cookie|(node:)?http2?|react(-dom)?(\/.*)?)$/.test(found.specifier),
    'a domain knows no HTTP, no cookies and no pages',
  )
}

export function queriesStayInTheirDomain(sources: Source[]): string[] {
  const offences = (source: Source) => (found: Import) =>
    found.target?.endsWith('.sql.ts') === true && roomOf(found.target) !== roomOf(source.path)
  return sources
    .filter((source) => !isTest(source.path))
    .flatMap((source) =>
      offendingImports([source], sources, offences(source), 'the queries of a domain are private: call its verbs'),
    )
}

export function onlyConfigReadsTheEnvironment(sources: Source[]): string[] {
  const readers = new Set(['server/config.ts', 'server/cli/bootstrap.mjs'])
  return judged(sources, readers).flatMap((source) =>
    offendingNodes(
      source,
      (node) =>
        (ts.isPropertyAccessExpression(node) && node.getText() === 'process.env' && !isHandedOn(node)) ||
        (ts.isImportDeclaration(node) && /^(node:)?process$/.test((node.moduleSpecifier as ts.StringLiteral).text)),
      'only server/config.ts reads the environment',
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

export function componentsTakeNothingButProps(sources: Source[]): string[] {
  const readers =
    /^use(ActionData|AsyncValue|Fetchers?|LoaderData|Location|Match(es)?|Navigat(e|ion)|OutletContext|Params|Revalidator|RouteLoaderData|SearchParams|Submit)$/
  return sources
    .filter((source) => source.path.startsWith('app/ui/') && isCode(source.path))
    .flatMap((source) =>
      offendingNodes(
        source,
        (node) => ts.isImportSpecifier(node) && readers.test((node.propertyName ?? node.name).text),
        'a component takes no data but its props',
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

/** Types included: who reads one file of a circle has to read them all. */
export function nothingImportsInACircle(sources: Source[]): string[] {
  return circlesIn(sources, (path) => path)
}

/** Types count. */
export function noFoldersOfAppImportInACircle(sources: Source[]): string[] {
  const inFolders = sources.filter(({ path }) => /^app\/\w+\//.test(path) && !isTest(path))
  return circlesIn(inFolders, roomOf)
}

/**
 * What each program loads before it does anything: what few visits or commands need is loaded by an `import()` where it is
 * used. Each of these libraries would take every start some hundredth of a second to a tenth.
 */
const neverLoadedAtOnce: Record<string, RegExp> = {
  'server/cli/shop.ts': /^(kysely|pg|better-sqlite3|pino|server\/shop\.ts|server\/database\/connection\.ts)$/,
  'server/main.ts': /^(pg|nodemailer|read-excel-file|file-type|sharp|vite|@hyzyla\/|@zxcvbn-ts\/|@opentelemetry\/)/,
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

/** The circles of imports, types included, between what `groupOf` puts a file into. */
function circlesIn(sources: Source[], groupOf: (path: string) => string): string[] {
  const paths = pathsOf(sources)
  const next = new Map<string, Set<string>>()
  for (const source of sources) {
    const group = groupOf(source.path)
    const targets = importsOf(source, paths).flatMap(({ target }) =>
      target && paths.has(target) ? groupOf(target) : [],
    )
    next.set(group, new Set([...(next.get(group) ?? []), ...targets.filter((target) => target !== group)]))
  }
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (group: string, trail: string[]) => {
    if (trail.includes(group)) circles.push([...trail.slice(trail.indexOf(group)), group].join(' → '))
    if (done.has(group) || trail.includes(group)) return
    for (const target of next.get(group) ?? []) walk(target, [...trail, group])
    done.add(group)
  }
  for (const group of next.keys()) walk(group, [])
  return circles
}

export function noFileOnlyReExports(sources: Source[]): string[] {
  return sources
    .filter((source) => {
      const statements = parse(source).statements
      return (
        statements.length > 0 &&
        statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier)
      )
    })
    .map((source) => `${source.path}: a file that only re-exports; import from where a thing lives`)
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

function offendingImports(
  judgedSources: Source[],
  all: Source[],
  offends: (found: Import) => boolean,
  reason: string,
): string[] {
  const paths = pathsOf(all)
  return judgedSources.flatMap((source) =>
    importsOf(source, paths)
      .filter(offends)
      .map((found) => `${source.path}:${found.line} imports ${found.specifier}: ${reason}`),
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

/** Whether a program's first file hands the environment to the one that reads it, or to its commands. */
function isHandedOn(node: ts.Node): boolean {
  const call = ts.isPropertyAssignment(node.parent) ? node.parent.parent.parent : node.parent
  return ts.isCallExpression(call) && ['readConfig', 'runCommand'].includes(call.expression.getText())
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

function domainOf(path: string): string | undefined {
  return domains.find((domain) => path.startsWith(`server/${domain}/`))
}

/** The domain or area: `server/catalogue` of `server/catalogue/search/search.ts`. */
function roomOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

function pathsOf(sources: Source[]): Set<string> {
  return new Set(sources.map((source) => source.path))
}
