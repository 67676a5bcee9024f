import { readFileSync } from 'node:fs'

/*
 * Loaded into a server before its own code (`--import`): after SIGUSR2 its clock is off by as many milliseconds as the file named
 * by MOVED_CLOCK says, as when somebody sets the machine's. Timers go on, as they do then.
 */
let offsetMs = 0
const now = Date.now.bind(Date)
Date.now = () => now() + offsetMs
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(process.env.MOVED_CLOCK ?? '', 'utf8'))
})
