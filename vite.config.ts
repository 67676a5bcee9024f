/// <reference types="vitest/config" />
import { globSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import remixConfig, { dropDisplayNames } from './remix.config.ts'

/**
 * Remix keeps only `*.server.ts` out of the browser bundle. `app/` may import only types from `server/`: types are erased
 * before this hook runs, so any import that arrives here is a mistake and fails the build.
 */
export function fenceBetweenAppAndServer(root: string): Plugin {
  return {
    name: 'fence-between-app-and-server',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer?.startsWith(join(root, 'app', '/'))) return
      const target = source.startsWith('.') ? resolve(dirname(importer), source) : source
      if (target.startsWith('#server/') || target.startsWith(join(root, 'server', '/'))) {
        this.error(
          `${relative(root, importer)} imports ${source} at run time: the shop reaches app/ through context.shop`,
        )
      }
    },
  }
}

/**
 * Short class names, a letter and a digit for the style sheet and a number: styles are inlined in every page, and names with long
 * hashes compress badly. None begins with `ad`, which ad blockers hide.
 */
export function shortIdentifiers(sheets = globSync('app/**/*.css.ts', { cwd: import.meta.dirname }).sort()) {
  const prefixes = new Map<string, string>()
  return ({ hash, filePath }: { hash: string; filePath: string }): string => {
    // The file's hash, and the style's number within the file, from 0.
    const long = prefixes.get(filePath) ?? hash.slice(0, -1)
    prefixes.set(filePath, long)
    // In development style sheets may be added.
    if (!sheets.includes(filePath)) sheets.push(filePath)
    return prefixOf(sheets.indexOf(filePath)) + hash.slice(long.length)
  }
}

/** With a digit: of letters alone one was the end of `data-stacked`, and vanilla-extract took it for a class there. */
function prefixOf(index: number): string {
  return `${String.fromCharCode(107 + Math.floor(index / 10))}${index % 10}`
}

/**
 * Files of code that pages share, by what is in them. Each file costs its headers and what it would have had in common with another,
 * and over HTTP/1.1 browsers fetch only six at a time. What is rarely used together stays apart: a file's styles are
 * inlined in the pages that use it.
 */
const sharedFiles = {
  // Styles alone, of what many pages show only once scripts have: app/document/inline-links.tsx leaves them out.
  rareMessage: /\/message\.css\.ts\.vanilla\.css$/,
  rareNotes: /\/(empty-state|toast|compare-tray)\.css\.ts\.vanilla\.css$/,
  shop: /\/(app\/root\.tsx|react-dom\/client\.js|(picture|product-picture|price|badge|message|lazy-dialog|form-fields|page-title|page-head|structured-data-script|add-listeners|auto-submit|limits)\.tsx?)$/,
  fields: /\/ui\/(field\/field|error-summary\/error-summary)\.(css\.ts|tsx)$/,
  forms:
    /\/(shell\/(form-guard|delivery-alert-form)|ui\/(panel|columns)\/[\w.-]+|texts\/(fields|coverage-notice))\.tsx?$/,
  steps:
    /\/(ui\/(steps|radio-card|delivery-time)\/[\w.-]+|shell\/checkout-layout(\.css)?|texts\/(bag|payment-methods|delivery))\.tsx?$/,
  lines: /\/(ui\/(bag-line|order-summary)\/[\w.-]+|texts\/(delivery-options|payment-ways))\.tsx?$/,
  facts: /\/(ui\/(description-list|legal-note|pharmacist)\/[\w.-]+|texts\/pharmacist)\.tsx?$/,
  product:
    /\/(ui\/(product-details|explained-badge|gallery)\/(?!product-facts|gallery-slider)[\w.-]+|texts\/(product|demo|badges))\.tsx?$/,
  catalogue: /\/texts\/(catalogue|category-path)\.ts$/,
  choices: /\/ui\/(chips|pagination)\/[\w.-]+\.tsx?$/,
}

/**
 * Nearly all that every page runs, it runs during hydration, so the first line of that file tells Chrome to compile it while it is
 * downloaded, off the main thread.
 */
function filesOfSharedCode(): Plugin {
  let everyPages: Set<string> | undefined
  const manualChunks: Rollup.GetManualChunk = (id, { getModuleIds, getModuleInfo }) => {
    if (!everyPages) {
      everyPages = new Set([...getModuleIds()].filter((name) => sharedFiles.shop.test(name)))
      for (const name of everyPages)
        for (const imported of getModuleInfo(name)?.importedIds ?? []) everyPages.add(imported)
    }
    const name = Object.keys(sharedFiles).find((key) => sharedFiles[key as keyof typeof sharedFiles].test(id))
    return everyPages.has(id) && !name?.startsWith('rare') ? 'shop' : name
  }
  return {
    name: 'files-of-shared-code',
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? null : { build: { rollupOptions: { output: { manualChunks, onlyExplicitManualChunks: true } } } },
    transform: dropDisplayNames,
    // After the minifier, which drops comments.
    generateBundle: {
      order: 'post',
      handler: (_options, files) => {
        for (const file of Object.values(files)) {
          if (file.type === 'chunk' && file.name === 'shop') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

const isWatching = process.argv.includes('watch')
/**
 * How tests without JSX and style sheets are loaded: by Node itself, as the server is in production, which spares transforming
 * each module. Not in watch mode, in which Vite has to know who imports what has changed.
 */
const loadedByNode = isWatching ? {} : { experimental: { viteModuleRunner: false, nodeLoader: false } }

const compileCacheFolder = join(import.meta.dirname, '.cache', 'node')

/** Tests whose subject is SQL, locks, constraints or races. The others run on PostgreSQL where `TEST_EVERYWHERE` says so. */
const onPostgres = process.env.TEST_EVERYWHERE ? 'tests/domain/**/*.test.ts' : 'tests/domain/**/*.sql.test.ts'

/** Unit tests that draw documents or large pictures, which takes most of a minute. */
const drawing = '**/*.drawing.test.ts'

/** What a long run tests through PgBouncer, too: to place, pay, expire and return orders, imports, jobs, locks, migrations. */
const throughPooler = '{database,database-kind,orders,payments,payments-expiry,imports,jobs}'

/**
 * The server's build holds the packages that pages are made of: without React, Remix and what these bring, most of which never
 * runs here, a live shop installs half as much. Not in development, where Vite loads packages as they are.
 */
function packagesInServerBuild(): Plugin {
  return {
    name: 'packages-in-server-build',
    config: (_config, { command, isSsrBuild }) =>
      command === 'build' && isSsrBuild
        ? {
            ssr: { noExternal: true },
            // Names stay, for stack traces.
            esbuild: { minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: false },
            build: { minify: 'esbuild' },
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          }
        : null,
  }
}

// Loaded only where it is used: a run of one test would wait for it.
const remix = process.env.VITEST ? null : (await import('@remix-run/dev')).vitePlugin(remixConfig)
/** Opens a second Vite for the style sheets, so not for tests without any. */
const styleSheets = () => vanillaExtractPlugin({ identifiers: shortIdentifiers() })

export default defineConfig({
  plugins: [
    fenceBetweenAppAndServer(import.meta.dirname),
    filesOfSharedCode(),
    packagesInServerBuild(),
    process.env.VITEST ? null : styleSheets(),
    remix,
  ],
  resolve: { alias: { 'react-style-singleton': join(import.meta.dirname, 'app/document/scroll-lock-style.ts') } },
  // The style sheets' own Vite reads this, too: to watch, it looks at each file of the repository.
  server: process.env.VITEST && !isWatching ? { watch: null } : {},
  build: {
    assetsInlineLimit: 0,
    commonjsOptions: { strictRequires: 'auto' },
    // Scripts are 3 kB smaller than by esbuild, which slow phones notice.
    minify: 'terser',
    terserOptions: { module: true, compress: { passes: 2 } },
  },
  optimizeDeps: {
    // Discovered late, these would be optimised in a second pass with a second copy of React: "Invalid hook call" on a cold
    // start.
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom/client',
      '@remix-run/react',
      'radix-ui',
      'keen-slider/react',
    ],
  },
  test: {
    // Far from São Paulo, so that any dependence on the machine's time zone shows.
    // The programs that tests start compile what they load once for all, as under `npm test` (server/cli/bootstrap.mjs).
    env: { TZ: 'Pacific/Auckland', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCacheFolder },
    // Tests wait for databases and servers much of the time. By default one core stays idle, which is half of two.
    maxWorkers: '100%',
    // A worker loads the shop once for all its files. Tests keep nothing in modules but what every file may share.
    isolate: false,
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    // Only against hangs, since a busy machine may be slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      project('architecture', 'tests/architecture/**/*.test.ts'),
      project('unit', '{server,tests/support}/**/*.test.ts', { ...loadedByNode, exclude: [drawing] }),
      project('drawing', drawing, loadedByNode),
      // JSX and style sheets, which only Vite understands.
      { ...project('pages', 'app/**/*.test.{ts,tsx}'), plugins: [styleSheets()] },
      project('sqlite', 'tests/domain/**/*.test.ts', {
        ...loadedByNode,
        env: { TEST_DATABASE: 'sqlite' },
        globalSetup: 'tests/support/templates.ts',
      }),
      project('postgres', onPostgres, {
        ...loadedByNode,
        env: { TEST_DATABASE: 'postgres' },
        globalSetup: ['tests/support/templates.ts', 'tests/support/postgres.ts'],
      }),
      project('pooler', `tests/domain/${throughPooler}.sql.test.ts`, {
        ...loadedByNode,
        env: { TEST_DATABASE: 'postgres', TEST_POOLER: '1' },
        globalSetup: ['tests/support/templates.ts', 'tests/support/postgres.ts', 'tests/support/pooler.ts'],
      }),
      project('http', 'tests/{http,faults}/**/*.test.ts', {
        ...loadedByNode,
        // Servers run in the tests' process (tests/support/server.ts).
        env: { NODE_ENV: 'production' },
        exclude: process.env.TEST_LONG ? [] : ['**/*.long.test.ts'],
        globalSetup: ['tests/support/build.ts', 'tests/support/templates.ts', 'tests/support/silent-logs.ts'],
      }),
      project('docker', 'tests/docker/**/*.long.test.ts', { testTimeout: 1_200_000, hookTimeout: 1_200_000 }),
    ],
  },
})

/** Vitest's projects are the sections of `npm test`: tests/README.md. */
function project(
  name: string,
  include: string,
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: [include], ...more } }
}
