import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import {
  type ExtraItemInput,
  type ExtraKind,
  extraKindLabels,
  extraKinds,
  mostItems,
} from '@mshahara/contract/off-cycle'
import type { ReactNode } from 'react'
import classes from './off-cycle.module.css'

interface Props {
  items: readonly ExtraItemInput[]
  errors: Record<string, ReactNode>
  onChange: (items: ExtraItemInput[]) => void
}

const notLent = 'This is not paid back. An advance that is goes under Loans.'
const kinds = extraKinds.map((value) => ({ value, label: extraKindLabels[value] }))

/** The columns of amounts, and what the law makes of each. */
export function Items({ items, errors, onChange }: Props) {
  const change = (place: number, part: Partial<ExtraItemInput>) =>
    onChange(items.map((item, index) => (index === place ? { ...item, ...part } : item)))
  return (
    <Stack gap="md">
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
        <div key={place} className={classes.item}>
          <TextInput
            label="Name of the amount"
            value={item.name}
            error={errors[`items.${place}.name`]}
            onChange={({ currentTarget }) => change(place, { name: currentTarget.value })}
          />
          <Select
            label="What it is"
            data={kinds}
            description={item.kind === 'untaxed' ? notLent : undefined}
            allowDeselect={false}
            value={item.kind}
            error={errors[`items.${place}.kind`]}
            onChange={(value) => change(place, { kind: value as ExtraKind })}
          />
          <Button
            variant="default"
            disabled={items.length === 1}
            aria-label={`Remove ${item.name || 'this amount'}`}
            onClick={() => onChange(items.filter((_, index) => index !== place))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Group>
        <Button
          variant="default"
          disabled={items.length >= mostItems}
          onClick={() => onChange([...items, { name: '', kind: 'one-off' }])}
        >
          Add Another Amount
        </Button>
      </Group>
      {errors.items && (
        <Text size="sm" c="red.8" role="alert">
          {errors.items}
        </Text>
      )}
    </Stack>
  )
}
