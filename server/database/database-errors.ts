/** The code of a database error, on either engine: SQLSTATE or SQLite's name. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** True when a write violated a unique constraint, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(errorCodeOf(error))
}

/** True when a write referred to a row that does not exist, on either engine. */
export function isForeignKeyViolation(error: unknown): boolean {
  return ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(errorCodeOf(error))
}

/** True when the database itself is unavailable, full or locked, on either engine: not the caller's fault. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // pg's own failures have no code.
  const isConnectionLost =
    error instanceof Error &&
    /timeout exceeded when trying to connect|^(Connection terminated|Client was closed|Client has encountered a connection error|timeout expired|Query read timeout)/.test(
      error.message,
    )
  return (
    isConnectionLost ||
    /^(ECONN|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EPIPE|ENOSPC|EDQUOT|08|25006|53|57P|58|XX00[12]|SQLITE_(BUSY|IOERR|FULL|READONLY|CANTOPEN|CORRUPT|NOTADB))/.test(
      errorCodeOf(error),
    )
  )
}

/** True when there is no space left for the data, on either engine, or for a file. */
export function isDiskFull(error: unknown): boolean {
  return /^(SQLITE_FULL|53100|ENOSPC|EDQUOT)/.test(errorCodeOf(error))
}

/** What an operator has to know about a database that cannot be used, as a one-line message; null for any other error. */
export function explainDatabaseError(error: unknown, location: string): string | null {
  // An error of the file system names its file, which may be another one.
  const errorPath = error instanceof Error && 'path' in error ? String(error.path) : null
  const isFileLocation = !/^postgres(ql)?:/.test(location)
  const subject = errorPath ?? (isFileLocation ? location : 'The database')
  const code = errorCodeOf(error)
  if (isDiskFull(error)) return 'The disk is full: make space; nothing else is needed.'
  if (code === 'SQLITE_NOTADB') return `${subject} is not a database: restore a backup into another DATA_DIR.`
  if (code.startsWith('SQLITE_CORRUPT')) return `${subject} is damaged: restore a backup into another DATA_DIR.`
  if (code.startsWith('SQLITE_BUSY')) return `${subject} is in use by another program: try again.`
  if (code === '25006')
    return 'The database takes no writes: it is a standby, which has to be promoted, or set read-only.'
  if (/^(SQLITE_(READONLY|CANTOPEN)|EACCES|EROFS|EPERM|ENOTDIR)/.test(code)) {
    return `${subject} cannot be used: see to the rights of the file and of its folder.`
  }
  if (/^(28|3D|42501)/.test(code) && error instanceof Error) return `The database refuses: ${error.message}.`
  if (isDatabaseUnavailable(error)) return `${subject} does not answer (${code || 'no connection'}): see that it runs.`
  return null
}
