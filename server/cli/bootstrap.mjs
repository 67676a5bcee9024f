/**
 * Runs `npm start`, `npm run dev`, `npm test`, `npm run shop` and `npm run bench`: installs what is missing, builds what is
 * stale, then starts the program on the project's own Node. Plain JavaScript without packages, because it runs first on a
 * fresh clone, on whatever Node >= 20 the machine has.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const windows = process.platform === 'win32'

/**
 * The sandbox opens by itself only where nothing of a live shop is set, so that it never does on a live shop's database. An
 * empty variable counts as unset.
 */
const liveSettings = /^(SESSION_SECRETS|ENCRYPTION_KEYS|DATABASE_URL|PUBLIC_URL|SMTP_URL|PIX_\w+)$/
const isLive = Object.entries(process.env).some(([name, value]) => value && liveSettings.test(name))
const sandbox = isLive ? undefined : '1'

/**
 * `build` is for the test runner, the other verbs are scripts of package.json. A program with an IPC channel stops when the
 * channel closes, which happens even if this process gets a SIGKILL.
 */
const verbs = {
  start: { program: ['server/main.ts'], channel: true, builds: true, sandbox, env: { NODE_ENV: 'production' } },
  dev: { program: ['server/main.ts', '--dev'], channel: true, sandbox, env: { NODE_ENV: 'development' } },
  test: { program: ['tests/run.ts'], channel: true, env: { NODE_ENV: undefined } },
  shop: { program: ['server/cli/shop.ts'], sandbox, env: { NODE_ENV: 'production' } },
  bench: { program: ['tests/bench/run.ts'], builds: true, env: { NODE_ENV: 'production' } },
  build: { builds: true, env: {} },
}

/** The inputs of the build. Of server/ only its last step, since app/ imports only types from there. */
const buildInputs = [
  'app',
  'public',
  'package.json',
  'package-lock.json',
  'remix.config.ts',
  'server/cli/precompress.ts',
  'tsconfig.json',
  'vite.config.ts',
]
const buildStamp = join(root, 'build', 'inputs.sha256')

/** Node keeps compiled code here, and the server's TypeScript without its types: a start takes a third less processor time. */
const compileCache = join(root, '.cache', 'node')

let child
let stopping = false

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Balcão needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
}
const [verbName, ...rest] = process.argv.slice(2)
const verb = verbs[verbName]
if (!verb) fail(`Usage: bootstrap.mjs ${Object.keys(verbs).join(' | ')}`)

process.chdir(root)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
if (process.env.npm_lifecycle_event) {
  const started = starters()
  setInterval(() => starters() === started || stop('SIGTERM'), 250).unref()
}

if (!isReady()) await alone(prepare)
if (verb.program) {
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, ...verb.env }
  env.SANDBOX = process.env.SANDBOX || verb.sandbox
  const streams = ['inherit', 'inherit', 'inherit', ...(verb.channel ? ['ipc'] : [])]
  process.exit(await run(projectNode(), [...verb.program, ...rest], env, streams))
}

function isReady() {
  return isInstalled() && existsSync(projectNode()) && (!verb.builds || isBuilt())
}

async function prepare() {
  if (!isInstalled()) await install()
  if (!existsSync(projectNode())) fail('There is no Node 24 for this machine among the packages: install it (.nvmrc).')
  if (verb.builds && !isBuilt()) await build()
}

/**
 * Of several starts in one folder, such as two servers after a `git pull`, one installs and builds at a time, and the others
 * wait for it. Whoever holds the lock touches it each second, so that one left by a power cut counts for nothing.
 */
async function alone(work) {
  const lock = join(root, '.cache', 'preparing')
  mkdirSync(dirname(lock), { recursive: true })
  let hasWaited = false
  while (!takes(lock)) {
    if (!hasWaited) console.log('Waiting for another start of this shop, which installs or builds')
    hasWaited = true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const release = () => rmSync(lock, { force: true })
  const touch = setInterval(() => writeFileSync(lock, ''), 1000)
  process.on('exit', release)
  await work()
  clearInterval(touch)
  process.off('exit', release)
  release()
}

function takes(lock) {
  const touchedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  if (touchedAt !== undefined && timeOf(`${lock}.${process.pid}`) - touchedAt > 30_000) rmSync(lock, { force: true })
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The time by the clock of the file system, which may be another machine's. */
function timeOf(probe) {
  writeFileSync(probe, '')
  const { mtimeMs } = statSync(probe)
  rmSync(probe)
  return mtimeMs
}

/**
 * Whether everything package-lock.json asks for is in node_modules, by the lock file npm writes there as the last step of an
 * installation: it is missing after an interrupted one, and differs after a `git pull`. It omits packages of other
 * platforms.
 */
function isInstalled() {
  // A Docker image has its packages, but no lock file to compare them with.
  if (!existsSync('package-lock.json')) return existsSync('node_modules')
  try {
    const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
    const present = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
    return Object.entries(locked).every(
      ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
    )
  } catch {
    return false
  }
}

async function install() {
  console.log('Installing packages (npm ci)')
  // With NODE_ENV=production in the caller's environment npm would leave out what the build needs.
  const code = await runNpm('ci', '--include=dev')
  if (code !== 0) fail('The packages could not be installed: see the message of npm above.')
}

async function runNpm(...args) {
  // npm replaces node_modules: it must not run on the Node inside it.
  const folders = (process.env.PATH ?? '').split(delimiter)
  const path = folders.filter((folder) => !folder.startsWith(join(root, 'node_modules'))).join(delimiter)
  const started = performance.now()
  // npm draws its progress on a terminal only.
  const heartbeat = setInterval(() => {
    if (!process.stderr.isTTY) console.log(`  still at it, ${Math.round((performance.now() - started) / 1000)} s`)
  }, 5000)
  // Warnings about Node 20 are of no use here: the packages run on Node 24.
  const code = await run('npm', [...args, '--loglevel=error'], { ...process.env, PATH: path })
  clearInterval(heartbeat)
  return code
}

function isBuilt() {
  return (
    existsSync('build/server/index.js') && existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === inputsHash()
  )
}

async function build() {
  console.log('Building the shop')
  const hash = inputsHash()
  const path = `${dirname(projectNode())}${delimiter}${process.env.PATH}`
  const code = await run('npm', ['run', 'build'], { ...process.env, PATH: path, NODE_ENV: 'production' })
  if (code !== 0) fail('The shop could not be built: see the message above.')
  writeFileSync(buildStamp, hash)
}

function inputsHash() {
  const hash = createHash('sha256')
  for (const path of buildInputs.filter((path) => existsSync(path)).flatMap(filesUnder)) {
    const content = readFileSync(path)
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** The machine's Node where it is a 24, else the one that comes with the packages, on Linux and Windows. */
function projectNode() {
  if (process.versions.node.startsWith('24.')) return process.execPath
  const platform = windows ? 'win' : process.platform
  return join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', windows ? 'node.exe' : 'node')
}

/**
 * The ids of the processes that started us, as text to compare. npm starts us in a shell: on SIGKILL npm signals neither,
 * and on SIGTERM only the shell. So we watch our parent and, where that is npm's shell, the shell's parent too.
 */
function starters() {
  const parent = process.ppid
  try {
    // Linux only; elsewhere only the parent is watched.
    const [, name, grandparent] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8'))
    return name === 'sh' ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}

/** A program with a channel may have received the signal from the terminal already: it gets no second one. */
function stop(signal) {
  if (stopping) return
  stopping = true
  if (child?.channel) child.disconnect()
  else child?.kill(signal)
}

/** Runs a program to its end and gives its exit code; after a signal to us the run ends there. */
async function run(command, args, env, stdio = 'inherit') {
  child = spawn(command, args, { env, stdio, shell: windows && command === 'npm' })
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
  child = undefined
  if (stopping) process.exit(code)
  return code
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
