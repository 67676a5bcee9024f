import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/**
 * File systems of a test's own. They need Linux and root, and fail with mount's own message elsewhere: only `npm test -- long`
 * asks for them.
 */

/** Unmounting waits for processes that are just ending. */
const tries = 100
const betweenTriesMs = 50

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function unmount(folder: string): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      run('umount', folder)
      return
    } catch (error) {
      if (left === 0) throw error
      await pause(betweenTriesMs)
    }
  }
}

/** A file system in memory that holds so many megabytes; unmounted after the test. */
export function openSmallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-small-'))
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'balcao-small', folder)
  onTestFinished(async () => {
    await unmount(folder)
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** `EXT4_IOC_SHUTDOWN` with `EXT4_GOING_FLAGS_NOLOGFLUSH` (Linux, fs/ext4/ext4.h). */
const shutDown = 'open(F, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die $!'

/**
 * An ext4 file system whose power can be cut: from then on nothing can be written, and what had not been handed to the device is
 * lost, data, names and journal alike. Its device keeps what it was handed, as one with a battery does.
 */
export async function openVolume(megabytes: number) {
  const place = mkdtempSync(join(tmpdir(), 'balcao-volume-'))
  const [image, folder] = [join(place, 'image'), join(place, 'mounted')]
  // PostgreSQL runs as another user.
  chmodSync(place, 0o755)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 * 1024)
  mkdirSync(folder)
  run('mkfs.ext4', '-q', '-F', image)
  const mount = () => run('mount', '-o', 'loop', image, folder)
  mount()
  onTestFinished(async () => {
    await unmount(folder)
    rmSync(place, { recursive: true })
  })
  return {
    folder,
    cutPower: () => run('perl', '-e', shutDown, folder),
    /** Once every process that used it has ended: the journal is replayed. */
    async powerOn(): Promise<void> {
      await unmount(folder)
      mount()
    },
  }
}
