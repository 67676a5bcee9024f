/** The code of a database error, on either engine: SQLSTATE or SQLite's name. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** True when a write violated a unique constraint, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(errorCode(error))
}

/** True when a write referred to a row that does not exist, on either engine. */
export function isForeignKeyViolation(error: unknown): boolean {
  return ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(errorCode(error))
}

/** True when the database itself is unavailable, full or locked, on either engine: not the caller's fault. */
export function isUnavailable(error: unknown): boolean {
  const isPoolTimeout =
    error instanceof Error && /timeout exceeded when trying to connect|^Connection terminated/.test(error.message)
  return (
    isPoolTimeout ||
    /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|08|53|57P|SQLITE_(BUSY|IOERR|FULL|READONLY))/.test(errorCode(error))
  )
}
