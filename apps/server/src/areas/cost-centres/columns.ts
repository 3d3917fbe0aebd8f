import type { Column } from '../../foundation/sheets/columns.ts'
import { personColumns } from '../employees/index.ts'

/** The sheet of who belongs where: its columns. */

export const columnsFor = (prefix: string, centres: readonly string[]): Column[] => [
  ...personColumns(prefix),
  {
    key: 'from',
    title: 'From Month',
    also: ['From', 'First Month', 'Since', 'Start Month', 'Month'],
    required: true,
    kind: 'text',
    hint: 'The first month, such as March 2026. What the person had from that month is replaced.',
    examples: ['March 2026', 'March 2026'],
  },
  {
    key: 'cost_centre',
    title: 'Cost Centre',
    also: ['Cost Center', 'Cost Centre Code', 'Cost Center Code', 'Centre', 'Center'],
    required: true,
    kind: 'choice',
    choices: centres,
    hint: 'The code. Whoever belongs to several has a row for each of them.',
    examples: [centres[0] ?? 'CC-01', centres[1] ?? centres[0] ?? 'CC-02'],
  },
  {
    key: 'percent',
    title: 'Share %',
    also: ['Share', 'Percent', 'Percentage', '%'],
    kind: 'number',
    rate: true,
    assumed: '100%',
    hint: 'The rows of a person for a month come to 100. Left empty: all of it.',
    examples: [60, 40],
  },
]
