/** Who may import what, as rules of dependency-cruiser. Types count, unless a rule says otherwise. */
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IForbiddenRuleType,
  type IRegularForbiddenRuleType,
} from 'dependency-cruiser'

/** The domains in rows, lowest first: each may use those of the rows before its own (drawn in server/README.md). */
const rows = [
  ['outbox'],
  ['notify', 'webhooks'],
  ['delivery', 'accounts', 'addresses', 'wishlist'],
  ['catalogue', 'staff'],
  ['bag', 'wallet', 'prescriptions', 'receipts'],
  ['orders'],
  ['payments'],
  ['analytics', 'problems', 'reminders'],
  ['privacy'],
  ['backoffice'],
]
export const domains = rows.flat()

/** The rooms of the shop in app/: each with its pages, and taken by no other. */
const areas = [
  ...[
    'account',
    'bag',
    'api-docs',
    'checkout',
    'compare',
    'backoffice',
    'delivery',
    'favourites',
    'home',
    'institutional',
  ],
  ...['laboratory', 'listing', 'prescriptions', 'product', 'sandbox', 'search', 'stores'],
]

/** The layers, lowest first: a file takes only from its own layer and from those before it. */
const layers = [
  { path: '^app/texts/' },
  { path: '^server/platform/' },
  { path: '^server/database/' },
  // What a domain reads input with.
  { path: '^server/wire/' },
  // What every verb works with.
  { path: '^server/ports/|^server/context\\.ts$' },
  ...rows.map((row) => ({ path: `^server/(${row.join('|')})/` })),
  // The calls translate between the wire and the verbs of any domain; no domain imports them.
  { path: '^server/calls/' },
  { path: '^server/config\\.ts$|^server/demo/' },
  { path: '^server/shop\\.ts$' },
  { path: '^server/api/' },
  { path: '^server/web/|^server/jobs\\.ts$' },
  { path: '^server/cli/|^server/(main|serve)\\.ts$' },
]

const forbidden: IForbiddenRuleType[] = [
  {
    name: 'app/ takes only types from server/: the shop comes as context.shop',
    from: { path: '^app/' },
    to: { path: '^server/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'a page runs the domain’s verb: operations are the calls’',
    from: { path: '^app/', pathNot: '^app/api-docs/' },
    to: { path: '\\boperations?\\.ts$' },
  },
  {
    name: 'server/ takes nothing from app/ but app/texts',
    from: { path: '^server/' },
    to: { path: '^app/', pathNot: '^app/texts/' },
  },
  {
    name: 'an area takes nothing from another one: what two need moves to ui/ or shell/',
    from: { path: '^app/(\\w+)/' },
    to: {
      path: `^app/(${areas.join('|')})/|^app/root\\.tsx$`,
      // The shell shows the search's box.
      pathNot: ['^app/$1/', '^app/search/search-box\\.tsx$'],
    },
  },
  {
    name: 'a component takes only styles, texts, client and other components',
    from: { path: '^app/ui/' },
    to: { path: '^app/', pathNot: '^app/(ui|styles|texts|client)/' },
  },
  {
    name: 'texts take nothing but texts',
    from: { path: '^app/texts/' },
    to: { pathNot: '^app/texts/' },
  },
  {
    name: 'a domain knows no HTTP, no cookies and no pages',
    from: { path: `^server/(${domains.join('|')})/` },
    to: {
      path: '(^|/node_modules/)(@remix-run/|@types/(express|react)|(express|cookie|react|react-dom)(/|$)|(node:)?http2?$)',
    },
  },
  {
    name: 'the queries of a domain are private: call its verbs',
    from: { path: '^(app|server)/([^/]+)/' },
    to: { path: '\\.sql\\.ts$', pathNot: '^$1/$2/' },
  },
  { name: 'nothing imports in a circle', from: {}, to: { circular: true } },
  {
    name: 'the folders of app/ form no circle',
    scope: 'folder',
    from: { path: '^app/\\w+' },
    to: { path: '^app/\\w+', circular: true },
  },
  ...layers.flatMap(({ path }, at): IRegularForbiddenRuleType[] =>
    layers.slice(at + 1).map((above) => ({
      name: `layer ${at} of server/ looks down only`,
      from: { path },
      to: { path: above.path },
    })),
  ),
]

const options: ICruiseOptions = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '\\.test\\.tsx?$' },
  tsPreCompilationDeps: true,
  ruleSet: { forbidden },
  validate: true,
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
}

/** @returns a line for each import that a rule forbids, for each circle, and for each two folders of server/ that import each other */
export async function findForbiddenImports(baseDir: string): Promise<string[]> {
  const { output } = await cruise(['app', 'server'], { ...options, baseDir })
  if (typeof output === 'string') throw new Error(output)
  const violations = output.summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`)
  return [...violations, ...folderCircles(output)]
}

function folderCircles({ modules }: ICruiseResult): string[] {
  const folderOf = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1] ?? ''
  const imports = new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${folderOf(source)} ⇄ ${folderOf(resolved)}`),
    ),
  )
  return [...imports].filter((pair) => {
    const [one = '', other = ''] = pair.split(' ⇄ ')
    return one !== '' && one < other && imports.has(`${other} ⇄ ${one}`)
  })
}
