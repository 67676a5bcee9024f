/**
 * Replays a Dockerfile without Docker: every stage is a folder, every step really runs. It supports only the instructions
 * that our Dockerfile uses, in the forms it uses them, and throws on any other.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { delimiter, dirname, join, posix } from 'node:path'

type Instruction = { name: string; flags: Record<string, string>; text: string }

export type Stage = {
  /** The folder that stands for `/` of the image. */
  root: string
  workdir: string
  env: Record<string, string>
  /** What `docker build --build-arg` sets; only the steps after ARG see it. */
  args: Record<string, string>
  user: string
  volumes: string[]
  ports: string[]
  command: string[]
  healthcheck: string[]
}

/** The build context: the files of `folder` without those that .dockerignore excludes. */
type Context = { folder: string; files: string[] }

const baseImage = 'node:24-slim'

export function parseDockerfile(text: string): Instruction[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', flags = '', rest = ''] = /^(\S+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? []
      const pairs = flags
        .trim()
        .split(/\s+/)
        .filter(Boolean)
        .map((flag) => flag.replace(/^--/, '').split('=') as [string, string])
      return { name: name.toUpperCase(), flags: Object.fromEntries(pairs), text: rest }
    })
}

/** The last pattern that matches a path, or a folder above it, decides. */
export function withoutIgnored(files: string[], dockerignore: string): string[] {
  const patterns = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line
        .replace(/^!/, '')
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
      return { keeps: line.startsWith('!'), pattern: new RegExp(`^${pattern}(/|$)`) }
    })
  return files.filter((file) => patterns.findLast(({ pattern }) => pattern.test(file))?.keeps ?? true)
}

interface Options {
  /** What `docker build --build-arg` sets. */
  buildArgs?: Record<string, string>
  /** Stages of an earlier replay, by name, that are not made again; those made now are added. */
  made?: Map<string, Stage>
}

/** @returns the last stage; folders are made under `temp` */
export function replay(
  instructions: Instruction[],
  context: Context,
  temp: string,
  { buildArgs = {}, made: stages = new Map() }: Options = {},
): Stage {
  let stage: Stage | undefined
  for (const { name, steps } of stagesOf(instructions)) {
    stage = stages.get(name)
    if (stage) continue
    stage = startStage(join(temp, name))
    stages.set(name, stage)
    for (const instruction of steps) step(instruction, stage, context, { stages, buildArgs })
  }
  if (!stage) throw new Error('A Dockerfile without FROM')
  return stage
}

function stagesOf(instructions: Instruction[]): { name: string; steps: Instruction[] }[] {
  const stages: { name: string; steps: Instruction[] }[] = []
  for (const instruction of withoutBase(instructions)) {
    if (instruction.name === 'FROM') {
      const [image, as, name = `stage-${stages.length}`] = instruction.text.split(/\s+/)
      if (image !== baseImage || (as && as !== 'AS')) throw new Error(`Unknown base: FROM ${instruction.text}`)
      stages.push({ name, steps: [] })
    } else {
      const stage = stages.at(-1)
      if (!stage) throw new Error(`${instruction.name} before FROM`)
      stage.steps.push(instruction)
    }
  }
  return stages
}

/** The base image as an argument before the first stage, put into every FROM that names it. */
function withoutBase([first, ...rest]: Instruction[]): Instruction[] {
  if (first?.name !== 'ARG') return first ? [first, ...rest] : rest
  const [, base] = /^BASE=(\S+)$/.exec(first.text) ?? []
  if (base === undefined) throw new Error(`Unknown form: ARG ${first.text}`)
  return rest.map((each) => (each.name === 'FROM' ? { ...each, text: each.text.replace(/^\$\{BASE\}/, base) } : each))
}

/** The user for the steps after USER, since this machine may not have the image's user. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The environment of a program in the image; its own absolute paths lead into the stage's folder. */
export function environmentOf(stage: Stage): Record<string, string> {
  const own = Object.entries(stage.env).map(([name, value]) => [
    name,
    value.startsWith('/') ? join(stage.root, value) : value,
  ])
  const bin = join(stage.root, 'usr', 'local', 'bin')
  return { PATH: [bin, '/usr/bin', '/bin'].join(delimiter), ...Object.fromEntries(own) }
}

function startStage(root: string): Stage {
  const bin = join(root, 'usr', 'local', 'bin')
  mkdirSync(bin, { recursive: true })
  copyFileSync(process.execPath, join(bin, 'node'))
  chmodSync(join(bin, 'node'), 0o755)
  return { root, workdir: '/', env: {}, args: {}, user: 'root', volumes: [], ports: [], command: [], healthcheck: [] }
}

function step(
  { name, flags, text }: Instruction,
  stage: Stage,
  context: Context,
  { stages, buildArgs }: { stages: Map<string, Stage>; buildArgs: Record<string, string> },
): void {
  switch (name) {
    case 'WORKDIR':
      stage.workdir = posix.resolve(stage.workdir, text)
      mkdirSync(join(stage.root, stage.workdir), { recursive: true })
      break
    case 'ENV':
      for (const pair of text.split(/\s+/)) {
        const [, key, value] = /^(\w+)=([^'"\\$]*)$/.exec(pair) ?? []
        if (!key || value === undefined) throw new Error(`Unknown form: ENV ${text}`)
        stage.env[key] = value
      }
      break
    case 'ARG': {
      const [, key, value] = /^(\w+)=(\w*)$/.exec(text) ?? []
      if (!key || value === undefined) throw new Error(`Unknown form: ARG ${text}`)
      stage.args[key] = buildArgs[key] ?? value
      break
    }
    case 'COPY':
      copy(flags, text, stage, context, stages)
      break
    case 'RUN':
      run(flags, text, stage)
      break
    case 'USER':
      stage.user = text
      break
    case 'VOLUME':
      stage.volumes.push(text)
      break
    case 'EXPOSE':
      stage.ports.push(text)
      break
    case 'CMD':
      stage.command = JSON.parse(text)
      break
    case 'HEALTHCHECK':
      if (!text.startsWith('CMD ')) throw new Error(`Unknown form: HEALTHCHECK ${text}`)
      stage.healthcheck = JSON.parse(text.slice('CMD '.length))
      break
    default:
      throw new Error(`Unknown instruction: ${name} ${text}`)
  }
}

function copy(
  flags: Record<string, string>,
  text: string,
  stage: Stage,
  context: Context,
  stages: Map<string, Stage>,
): void {
  const { from, chown, ...unknown } = flags
  if (Object.keys(unknown).length || /[*?[\]"]/.test(text)) throw new Error(`Unknown form: COPY ${text}`)
  const sources = text.split(/\s+/)
  const target = sources.pop() ?? ''
  if (sources.length > 1 && !target.endsWith('/')) throw new Error(`COPY of several needs a folder: ${text}`)

  const destination = join(stage.root, posix.resolve(stage.workdir, target))
  for (const source of sources) {
    if (from) copyFromStage(stages.get(from), source, destination)
    else copyFromContext(context, source, target.endsWith('/') ? join(destination, source) : destination)
  }
  const user = ordinaryUser()
  if (chown && user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, destination])
}

function copyFromStage(origin: Stage | undefined, source: string, destination: string): void {
  const path = origin && join(origin.root, source)
  if (!path || !existsSync(path) || !statSync(path).isDirectory()) throw new Error(`COPY --from: no folder ${source}`)
  cpSync(path, destination, { recursive: true, verbatimSymlinks: true })
}

function copyFromContext(context: Context, source: string, destination: string): void {
  const files = context.files.filter((file) => file === source || file.startsWith(`${source}/`))
  if (files.length === 0) throw new Error(`COPY: ${source} is not in the build context`)
  for (const file of files) {
    const to = join(destination, posix.relative(source, file))
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(join(context.folder, file), to)
  }
}

function run(flags: Record<string, string>, command: string, stage: Stage): void {
  if (Object.keys(flags).length || command.startsWith('[')) throw new Error(`Unknown form: RUN ${command}`)
  if (/(^|[\s=])\/\w/.test(command)) throw new Error(`Would touch this machine: RUN ${command}`)
  const { PATH, ...own } = environmentOf(stage)
  const env: Record<string, string | undefined> = {
    ...networkOfThisMachine(),
    ...stage.args,
    ...own,
    PATH: [PATH, dirname(npm())].join(delimiter),
  }
  const { status } = spawnSync('sh', ['-c', command], {
    cwd: join(stage.root, stage.workdir),
    env: env as NodeJS.ProcessEnv,
    stdio: 'inherit',
    ...(stage.user !== 'root' && ordinaryUser()),
  })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}`)
}

/** npm's registry settings: the only part of this machine's environment that steps get. */
function networkOfThisMachine(): Record<string, string | undefined> {
  const names = /^(HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|(https?|no)_proxy|npm_config_(cache|registry|userconfig))$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)))
}

function npm(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const path = folders.map((folder) => join(folder, 'npm')).find((path) => existsSync(path))
  if (!path) throw new Error('No npm on the PATH')
  return path
}

/** Bytes of all files under a folder of the image. */
export function weightOf(stage: Stage, folder: string): number {
  const paths = filesIn(stage, folder).map((path) => lstatSync(join(stage.root, path)))
  return paths.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}

/** Every file under a folder of the image, as paths in the image. */
export function filesIn(stage: Stage, folder: string): string[] {
  return readdirSync(join(stage.root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    posix.join(folder, name),
  )
}
