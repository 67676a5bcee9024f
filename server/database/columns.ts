import type { ColumnDataType, ColumnDefinitionBuilder } from 'kysely'
import type { Engine } from './connection.ts'

export const int: ColumnDataType = 'integer'
export const text: ColumnDataType = 'text'

/** A primary key of numbers given by the database, never reused. */
export function buildIdentityColumn(engine: Engine): (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder {
  return (column) =>
    engine === 'postgres' ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement()
}
