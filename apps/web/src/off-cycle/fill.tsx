import { Button, Checkbox, Group, Select } from '@mantine/core'
import type { ExtraItem } from '@mshahara/contract/off-cycle'
import { useState } from 'react'
import { toast } from '../lib/toast.tsx'
import { Figure } from '../ui/money.tsx'
import { type Row, shareOf } from './cells.ts'

interface Props {
  items: readonly ExtraItem[]
  /** How many rows are shown. */
  people: number
  onFill: (column: number, amount: (row: Row) => number) => void
}

/** A column by formula, for whoever is shown: to be looked over and changed before it is saved. */
export function Fill({ items, people, onFill }: Props) {
  const [column, setColumn] = useState('0')
  const [percent, setPercent] = useState<number | string>(100)
  const [byMonths, setByMonths] = useState(false)
  function fill() {
    if (typeof percent !== 'number' || percent < 0 || percent > 1000) {
      return toast('error', 'Please give a share between 0 and 1,000%.')
    }
    onFill(Number(column), (row) => shareOf(row, { percent, byMonths }))
  }
  return (
    <Group p="md" pt={0} gap="sm" align="flex-end">
      {items.length > 1 && (
        <Select
          label="Fill column"
          allowDeselect={false}
          data={items.map(({ name }, at) => ({ value: String(at), label: name }))}
          value={column}
          onChange={(value) => setColumn(value ?? '0')}
        />
      )}
      <Figure
        label="Percent of basic pay"
        w={160}
        value={percent}
        onChange={(value) => setPercent(value)}
      />
      <Checkbox
        mb={8}
        label="For the months served this year, of 12"
        checked={byMonths}
        onChange={({ currentTarget }) => setByMonths(currentTarget.checked)}
      />
      <Button variant="default" onClick={fill}>
        {`Fill for ${people} ${people === 1 ? 'Person' : 'People'}`}
      </Button>
    </Group>
  )
}
