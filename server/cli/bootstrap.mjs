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
import { chooseSandbox } from './sandbox-choice.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const isWindows = process.platform === 'win32'

const sandbox = chooseSandbox(process.env)

/**
 * `build` is for the test runner, the others are scripts of package.json. A program with an IPC channel stops when the
 * channel closes, which happens even if this process gets a SIGKILL.
 */
const scripts = {
  start: { program: ['server/main.ts'], hasChannel: true, needsBuild: true, sandbox, env: { NODE_ENV: 'production' } },
  dev: { program: ['server/main.ts', '--dev'], hasChannel: true, sandbox, env: { NODE_ENV: 'development' } },
  test: { program: ['tests/run.ts'], hasChannel: true, env: { NODE_ENV: undefined } },
  shop: { program: ['--max-semi-space-size=8', 'server/cli/shop.ts'], sandbox, env: { NODE_ENV: 'production' } },
  bench: { program: ['tests/bench/run.ts'], needsBuild: true, env: { NODE_ENV: 'production' } },
  build: { needsBuild: true, env: {} },
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
const buildStampFile = join(root, 'build', 'inputs.sha256')

/** Node keeps compiled code here, and the server's TypeScript without its types: a start takes a third less processor time. */
const compileCacheFolder = join(root, '.cache', 'node')

let childProcess
let isStopping = false

if (Number(process.versions.node.split('.')[0]) < 20) {
  exitWithError(`Balcão needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
}
const [scriptName, ...programArgs] = process.argv.slice(2)
const script = scripts[scriptName]
if (!script) exitWithError(`Usage: bootstrap.mjs ${Object.keys(scripts).join(' | ')}`)

process.chdir(root)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
if (process.env.npm_lifecycle_event) {
  const initialStarterIds = readStarterIds()
  setInterval(() => readStarterIds() === initialStarterIds || stop('SIGTERM'), 250).unref()
}

if (!isReady()) await runExclusively(prepare)
if (script.program) {
  const env = { NODE_COMPILE_CACHE: compileCacheFolder, ...process.env, ...script.env }
  if ('sandbox' in script) env.SANDBOX = script.sandbox
  const stdio = ['inherit', 'inherit', 'inherit', ...(script.hasChannel ? ['ipc'] : [])]
  process.exit(await run(findProjectNode(), [...script.program, ...programArgs], env, stdio))
}

function isReady() {
  return isInstalled() && existsSync(findProjectNode()) && (!script.needsBuild || isBuilt())
}

async function prepare() {
  if (!isInstalled()) await install()
  if (!existsSync(findProjectNode()))
    exitWithError('There is no Node 24 for this machine among the packages: install it (.nvmrc).')
  if (script.needsBuild && !isBuilt()) await build()
}

/**
 * Of several starts in one folder, such as two servers after a `git pull`, one installs and builds at a time, and the others
 * wait for it. Whoever holds the lock touches it each second, so that one left by a power cut counts for nothing.
 */
async function runExclusively(work) {
  const lockFile = join(root, '.cache', 'preparing')
  mkdirSync(dirname(lockFile), { recursive: true })
  let hasWaited = false
  while (!tryAcquireLock(lockFile)) {
    if (!hasWaited) console.log('Waiting for another start of this shop, which installs or builds')
    hasWaited = true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const releaseLock = () => rmSync(lockFile, { force: true })
  const touchInterval = setInterval(() => writeFileSync(lockFile, ''), 1000)
  process.on('exit', releaseLock)
  await work()
  clearInterval(touchInterval)
  process.off('exit', releaseLock)
  releaseLock()
}

function tryAcquireLock(lockFile) {
  const touchedAt = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs
  if (touchedAt !== undefined && readFileSystemTimeMs(`${lockFile}.${process.pid}`) - touchedAt > 30_000)
    rmSync(lockFile, { force: true })
  try {
    writeFileSync(lockFile, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The time by the clock of the file system, which may be another machine's. */
function readFileSystemTimeMs(probeFile) {
  writeFileSync(probeFile, '')
  const { mtimeMs } = statSync(probeFile)
  rmSync(probeFile)
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
    const lockedPackages = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
    const installedPackages = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
    return Object.entries(lockedPackages).every(
      ([path, entry]) => path === '' || entry.optional || installedPackages[path]?.version === entry.version,
    )
  } catch {
    return false
  }
}

async function install() {
  console.log('Installing packages (npm ci)')
  // With NODE_ENV=production in the caller's environment npm would leave out what the build needs.
  const code = await runNpm('ci', '--include=dev')
  if (code !== 0) exitWithError('The packages could not be installed: see the message of npm above.')
}

async function runNpm(...args) {
  // npm replaces node_modules: it must not run on the Node inside it.
  const folders = (process.env.PATH ?? '').split(delimiter)
  const path = folders.filter((folder) => !folder.startsWith(join(root, 'node_modules'))).join(delimiter)
  const startedAtMs = performance.now()
  // npm draws its progress on a terminal only.
  const heartbeat = setInterval(() => {
    if (!process.stderr.isTTY) console.log(`  still at it, ${Math.round((performance.now() - startedAtMs) / 1000)} s`)
  }, 5000)
  // Warnings about Node 20 are of no use here: the packages run on Node 24.
  const code = await run('npm', [...args, '--loglevel=error'], { ...process.env, PATH: path })
  clearInterval(heartbeat)
  return code
}

function isBuilt() {
  return (
    existsSync('build/server/index.js') &&
    existsSync(buildStampFile) &&
    readFileSync(buildStampFile, 'utf8') === hashBuildInputs()
  )
}

async function build() {
  console.log('Building the shop')
  const hash = hashBuildInputs()
  const path = `${dirname(findProjectNode())}${delimiter}${process.env.PATH}`
  const code = await run('npm', ['run', 'build'], { ...process.env, PATH: path, NODE_ENV: 'production' })
  if (code !== 0) exitWithError('The shop could not be built: see the message above.')
  writeFileSync(buildStampFile, hash)
}

function hashBuildInputs() {
  const hash = createHash('sha256')
  for (const path of buildInputs.filter((path) => existsSync(path)).flatMap(listFiles)) {
    const content = readFileSync(path)
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** The machine's Node where it is a 24, else the one that comes with the packages, on Linux and Windows. */
function findProjectNode() {
  if (process.versions.node.startsWith('24.')) return process.execPath
  const platform = isWindows ? 'win' : process.platform
  return join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', isWindows ? 'node.exe' : 'node')
}

/**
 * The ids of the processes that started us, as text to compare. npm starts us in a shell: on SIGKILL npm signals neither,
 * and on SIGTERM only the shell. So we watch our parent and, where that is npm's shell, the shell's parent too.
 */
function readStarterIds() {
  const parentId = process.ppid
  try {
    // Linux only; elsewhere only the parent is watched.
    const [, processName, grandparentId] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${parentId}/stat`, 'utf8'))
    return processName === 'sh' ? `${parentId} ${grandparentId}` : `${parentId}`
  } catch {
    return `${parentId}`
  }
}

/** A program with a channel may have received the signal from the terminal already: it gets no second one. */
function stop(signal) {
  if (isStopping) return
  isStopping = true
  if (childProcess?.channel) childProcess.disconnect()
  else childProcess?.kill(signal)
}

/** Runs a program to its end and gives its exit code; after a signal to us the run ends there. */
async function run(command, args, env, stdio = 'inherit') {
  childProcess = spawn(command, args, { env, stdio, shell: isWindows && command === 'npm' })
  const code = await new Promise((resolve) => {
    childProcess.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    childProcess.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
  childProcess = undefined
  if (isStopping) process.exit(code)
  return code
}

function exitWithError(message) {
  console.error(message)
  process.exit(1)
}
