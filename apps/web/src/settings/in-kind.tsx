import { ActionIcon, Button, Checkbox, Group, Select, Text } from '@mantine/core'
import {
  askedOf,
  benefitInput,
  carBodies,
  houses,
  occupants,
  quartersInput,
} from '@mshahara/contract/benefits'
import type { ReactNode } from 'react'
import { useTexts } from '../lib/language.tsx'
import { IconPlus, IconTrash } from '../ui/icons.ts'
import { Figure, Money } from '../ui/money.tsx'
import classes from './in-kind.module.css'
import { inKindTexts, kindsInOrder, kindTexts } from './in-kind-texts.ts'
import {
  type BenefitWish,
  benefitOf,
  type HouseWish,
  hasAmount,
  houseOf,
  type InKindWish,
  newBenefit,
  newHouse,
} from './in-kind-wish.ts'

interface Props {
  wish: InKindWish
  change: (part: Partial<InKindWish>) => void
}

/** Cars, houses, meals and what else comes with the pay and is no money. */
export function InKind({ wish: { benefits, house }, change }: Props) {
  const t = useTexts(inKindTexts)
  const set = (next: BenefitWish) =>
    change({ benefits: benefits.map((one) => (one.id === next.id ? next : one)) })
  const add = () => {
    const id = Math.max(0, ...benefits.map((one) => one.id)) + 1
    change({ benefits: [...benefits, newBenefit(id, 'car')] })
  }
  return (
    <section className={classes.section} aria-label={t.title}>
      <Text fw={600}>{t.title}</Text>
      <Text size="sm" c="dimmed">
        {t.note}
      </Text>
      {benefits.map((one) => (
        <Benefit
          key={one.id}
          wish={one}
          change={set}
          remove={() => change({ benefits: benefits.filter(({ id }) => id !== one.id) })}
        />
      ))}
      {house && (
        <House
          wish={house}
          change={(next) => change({ house: next })}
          remove={() => change({ house: null })}
        />
      )}
      <Group gap="xs">
        <Button variant="default" size="xs" leftSection={<IconPlus size={16} />} onClick={add}>
          {t.add}
        </Button>
        {!house && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => change({ house: newHouse })}
          >
            {t.addHouse}
          </Button>
        )}
      </Group>
    </section>
  )
}

interface RowProps<Wish> {
  wish: Wish
  change: (next: Wish) => void
  remove: () => void
}

/** What was not filled in yet is no fault; a number that cannot be is. */
function faultsOf(checked: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) {
  const issues = checked.error?.issues ?? []
  return (name: string, value: unknown): ReactNode =>
    typeof value === 'number' && issues.find(({ path }) => path[0] === name)?.message
}

function Benefit({ wish, change, remove }: RowProps<BenefitWish>) {
  const t = useTexts(inKindTexts)
  const named = useTexts(kindTexts)
  const { kind } = wish
  const fault = faultsOf(benefitInput.safeParse(benefitOf(wish)))
  const money = (name: 'amount' | 'agreed' | 'market', label: string) => {
    return (
      <Money
        label={label}
        value={wish[name]}
        onChange={(value) => change({ ...wish, [name]: value })}
        error={fault(name, wish[name])}
      />
    )
  }
  return (
    <Box legend={named[kind]} remove={remove}>
      <Select
        label={t.benefit}
        data={kindsInOrder.map((value) => ({ value, label: named[value] }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => value && change({ ...wish, kind: value as BenefitWish['kind'] })}
      />
      {hasAmount(kind) && money('amount', t[amountLabel[kind] ?? 'aMonth'])}
      {kind === 'car' && (
        <>
          <Figure
            label={t.engine}
            value={wish.cc}
            onChange={(cc) => change({ ...wish, cc })}
            error={fault('cc', wish.cc)}
          />
          <Select
            label={t.body}
            data={carBodies.map((value) => ({ value, label: t[value] }))}
            value={wish.body}
            allowDeselect={false}
            onChange={(value) => value && change({ ...wish, body: value as BenefitWish['body'] })}
          />
        </>
      )}
      {(kind === 'car' || kind === 'leased car') && money('agreed', t.agreed)}
      {kind === 'other' && money('market', t.market)}
      {!hasAmount(kind) && (
        <Checkbox
          label={t.farm}
          checked={wish.farm}
          onChange={({ currentTarget: { checked: farm } }) => change({ ...wish, farm })}
        />
      )}
    </Box>
  )
}

const amountLabel: Partial<Record<BenefitWish['kind'], 'firstCost' | 'hire' | 'bills' | 'cost'>> = {
  car: 'firstCost',
  furniture: 'firstCost',
  'leased car': 'hire',
  'hired furniture': 'hire',
  telephone: 'bills',
  'metered electricity': 'bills',
  'metered water': 'bills',
  other: 'cost',
}

function House({ wish, change, remove }: RowProps<HouseWish>) {
  const t = useTexts(inKindTexts)
  const { occupant, house } = wish
  const asked = askedOf(occupant, house)
  const fault = faultsOf(quartersInput.safeParse(houseOf(wish)))
  const money = (name: 'rent' | 'market' | 'recovered' | 'totalIncome', label: string) => {
    return (
      <Money
        label={label}
        value={wish[name]}
        onChange={(value) => change({ ...wish, [name]: value })}
        error={fault(name, wish[name])}
      />
    )
  }
  return (
    <Box legend={t.house} remove={remove}>
      <Select
        label={t.occupant}
        data={occupants.map((value) => ({ value, label: t[occupantLabel[value]] }))}
        value={occupant}
        allowDeselect={false}
        onChange={(value) => value && change({ ...wish, occupant: value as typeof occupant })}
      />
      {occupant !== 'farm' && (
        <Select
          label={t.whose}
          data={houses.map((value) => ({ value, label: t[value] }))}
          value={house}
          allowDeselect={false}
          onChange={(value) => value && change({ ...wish, house: value as typeof house })}
        />
      )}
      {asked.rent && money('rent', t.rent)}
      {asked.market && money('market', t.marketRent)}
      {occupant === 'director' && money('totalIncome', t.totalIncome)}
      {money('recovered', t.recovered)}
      {occupant === 'employee' && house === 'own' && (
        <Checkbox
          label={t.withGains}
          checked={wish.withGains}
          onChange={({ currentTarget: { checked: withGains } }) => change({ ...wish, withGains })}
        />
      )}
    </Box>
  )
}

const occupantLabel = {
  employee: 'employee',
  director: 'director',
  farm: 'farmWorker',
} as const satisfies Record<HouseWish['occupant'], string>

function Box({
  legend,
  remove,
  children,
}: {
  legend: string
  remove: () => void
  children: ReactNode
}) {
  const t = useTexts(inKindTexts)
  const what = t.remove({ what: legend })
  return (
    <fieldset className={classes.box}>
      <legend className={classes.legend}>{legend}</legend>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        aria-label={what}
        title={what}
        onClick={remove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  )
}
