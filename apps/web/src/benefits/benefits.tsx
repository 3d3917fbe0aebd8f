import { Select, Stack, Text } from '@mantine/core'
import { type BenefitRecord, benefits } from '@mshahara/contract/benefit-records'
import type { CallForm } from '../lib/form.ts'
import { date, amount as inShillings } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { warn } from '../lib/toast.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Description, optional, Period } from '../ui/fields.tsx'
import { IconGift } from '../ui/icons.ts'
import { BenefitFields, HouseFields, type InKindForm } from '../ui/in-kind-fields.tsx'
import { inKindTexts, kindsInOrder, kindTexts } from '../ui/in-kind-texts.ts'
import { RecordsTab } from '../ui/records-tab.tsx'
import { useBenefitWords } from './words.ts'

type Kind = BenefitRecord['kind']

/** What somebody has besides money: taxed by the month's payroll, and paid by none. */
export default function Benefits({ employee }: { employee: { id: string } }) {
  const named = useNames()
  return (
    <RecordsTab
      say={useBenefitWords()}
      calls={benefits}
      of={employee.id}
      one="Benefit"
      many="Benefits in Kind"
      icon={IconGift}
      columns={columns}
      called={({ kind }) => named(kind)}
      blank={{
        ...{ employee_id: employee.id, kind: 'car', amount: '', cc: '', body: 'saloon' },
        ...{ agreed: '', market: '', farm: false, occupant: 'employee', house: 'own' },
        ...{ recovered: '', total_income: '', with_gains: false },
        ...{ from: '', to: '', description: '' },
      }}
      whenDeleted={() =>
        'The next payroll gives back what it was taxed with in confirmed months. If it has ended, ' +
        'give it a last day instead.'
      }
      onSaved={({ warning }) => warning && warn(warning)}
      fields={(form) => <Fields form={form} />}
    />
  )
}

function useNames() {
  const kinds = useTexts(kindTexts)
  const { house } = useTexts(inKindTexts)
  return (kind: Kind) => (kind === 'house' ? house : kinds[kind])
}

function Fields({ form }: { form: CallForm<typeof benefits.create> }) {
  const t = useTexts(inKindTexts)
  const named = useNames()
  const kinds: Kind[] = [...kindsInOrder, 'house']
  const { kind, occupant, house } = form.values as Pick<BenefitRecord, 'kind'> & {
    occupant: NonNullable<BenefitRecord['occupant']>
    house: NonNullable<BenefitRecord['house']>
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.note}
      </Text>
      <Select
        label={t.benefit}
        data={kinds.map((value) => ({ value, label: named(value) }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      {kind === 'house' ? (
        <HouseFields occupant={occupant} house={house} form={fieldsOf(form)} />
      ) : (
        <BenefitFields kind={kind} form={fieldsOf(form)} />
      )}
      <Period form={form as never} />
      <Description form={form} rows={2} />
    </>
  )
}

/** As this form calls them: what a house costs is its amount, too. */
const names: Record<string, string> = {
  rent: 'amount',
  totalIncome: 'total_income',
  withGains: 'with_gains',
}

const fieldsOf = (form: CallForm<typeof benefits.create>): InKindForm => {
  const props = (field: string) => form.getInputProps(names[field] ?? field)
  return {
    optional,
    amount: props,
    choice: props,
    tick: (field) => form.getInputProps(names[field] ?? field, { type: 'checkbox' }),
  }
}

const columns: Column<BenefitRecord>[] = [
  { key: 'kind', title: 'Benefit', lead: true, render: (row) => <Named row={row} /> },
  {
    key: 'amount',
    title: 'Amount',
    align: 'right',
    render: ({ amount, market }) => {
      const shown = amount ?? market
      return shown === null ? '—' : inShillings(shown)
    },
  },
  { key: 'from', title: 'From', oneLine: true, render: ({ from }) => date(from) },
  {
    key: 'to',
    title: 'To',
    oneLine: true,
    render: ({ to }) => (to ? date(to) : <OpenEnded />),
  },
  {
    key: 'description',
    title: 'Description',
    yields: 1,
    render: ({ description }) => description ?? '—',
  },
]

const OpenEnded = () => useBenefitWords()('Open-ended')

/** With what it is measured by besides an amount. */
function Named({ row: { kind, cc, house, occupant } }: { row: BenefitRecord }) {
  const named = useNames()
  const t = useTexts(inKindTexts)
  const note =
    cc !== null
      ? `${cc.toLocaleString('en')} cc`
      : occupant === 'farm'
        ? t.farmWorker
        : house && t[house]
  return (
    <Stack gap={0}>
      {named(kind)}
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  )
}
