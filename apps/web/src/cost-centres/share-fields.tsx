import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { amountIn } from '@mshahara/contract/amounts'
import { type CostSplit, costCentres, type costSplits } from '@mshahara/contract/cost-centres'
import { useMemo } from 'react'
import { useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { monthName, monthOptions, thisMonth } from '../lib/months.ts'
import { IconPlus, IconTrash } from '../ui/icons.ts'
import { Figure } from '../ui/money.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import classes from './shares.module.css'

type Form = CallForm<typeof costSplits.create>

/** The shares of a person from a month on; none of them says that the department counts again. */
export function ShareFields({ form, row }: { form: Form; row: CostSplit | null }) {
  const shares = form.values.shares ?? []
  const sum = shares.reduce((all, { percent }) => all + Math.round(numberOf(percent) * 100), 0)
  const fault = form.errors.shares
  return (
    <>
      <Text size="sm" c="dimmed">
        Counts in payslips that are still to be made; confirmed months stay as they were.
      </Text>
      <Month form={form} />
      <Stack gap="sm" role="group" aria-label="Shares">
        {shares.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shares have no name of their own.
          <Share key={place} form={form} place={place} row={row} />
        ))}
        {fault && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
        <Group justify="space-between">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() =>
              form.insertListItem('shares', {
                cost_centre_id: '',
                percent: Math.max(0, 10_000 - sum) / 100 || '',
              })
            }
          >
            Add Cost Centre
          </Button>
          <Text size="sm" c={sum === 10_000 || shares.length === 0 ? 'dimmed' : 'orange'}>
            {shares.length === 0
              ? 'None: from this month on the cost is that of the department'
              : `Together ${sum / 100}% of 100%`}
          </Text>
        </Group>
      </Stack>
    </>
  )
}

const numberOf = (given: number | string | undefined) =>
  typeof given === 'number' ? given : (amountIn(given ?? '') ?? 0)

interface ShareProps {
  form: Form
  place: number
  row: CostSplit | null
}

function Share({ form, place, row }: ShareProps) {
  const { data } = useRead(costCentres.list)
  const had = new Set(row?.shares.map(({ cost_centre_id }) => cost_centre_id))
  const offered = (data ?? []).filter(({ id, active }) => active || had.has(id))
  const number = place + 1
  return (
    <div className={classes.share}>
      <SearchSelect
        aria-label={`Cost centre ${number}`}
        placeholder={offered.length === 0 ? 'Add one under Cost Centres first' : 'Cost centre'}
        data={offered.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
        {...form.getInputProps(`shares.${place}.cost_centre_id`)}
      />
      <Figure
        aria-label={`Share ${number} in percent`}
        rightSection={<Text size="sm">%</Text>}
        {...form.getInputProps(`shares.${place}.percent`)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Take out cost centre ${number}`}
        onClick={() => form.removeListItem('shares', place)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Also one that was given by a sheet, however far away. */
function Month({ form }: { form: Form }) {
  const given = form.values.from
  const options = useMemo(() => {
    const months = monthOptions(`${Number(thisMonth().slice(0, 4)) + 1}-11`)
    const known = months.some(({ value }) => value === given)
    return known ? months : [...months, { value: given, label: monthName(given) }]
  }, [given])
  return (
    <SearchSelect
      label="From Month"
      data={options}
      nothingFoundMessage="No such month"
      {...form.getInputProps('from')}
    />
  )
}
