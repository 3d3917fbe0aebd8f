import { ActionIcon, Button, Group, Select, Text } from '@mantine/core'
import { benefitInput, quartersInput } from '@mshahara/contract/benefits'
import type { ChangeEvent, ReactNode } from 'react'
import { useTexts } from '../lib/language.tsx'
import { IconPlus, IconTrash } from '../ui/icons.ts'
import { BenefitFields, HouseFields, type InKindForm } from '../ui/in-kind-fields.tsx'
import { inKindTexts, kindsInOrder, kindTexts } from '../ui/in-kind-texts.ts'
import classes from './in-kind.module.css'
import {
  type BenefitWish,
  benefitOf,
  type HouseWish,
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

/** The fields of a wish: what is not there yet is no fault. */
function formOf<Wish extends object>(
  wish: Wish,
  change: (next: Wish) => void,
  fault: (name: string, value: unknown) => ReactNode,
): InKindForm {
  const held = (field: string) => wish[field as keyof Wish] as never
  const set = (field: string) => (value: unknown) =>
    value !== null && change({ ...wish, [field]: value })
  return {
    amount: (field) => ({
      value: held(field),
      onChange: set(field),
      error: fault(field, held(field)),
    }),
    choice: (field) => ({ value: held(field), onChange: set(field) }),
    tick: (field) => ({
      checked: held(field),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        set(field)(currentTarget.checked),
    }),
  }
}

function Benefit({ wish, change, remove }: RowProps<BenefitWish>) {
  const t = useTexts(inKindTexts)
  const named = useTexts(kindTexts)
  const { kind } = wish
  const fault = faultsOf(benefitInput.safeParse(benefitOf(wish)))
  return (
    <Box legend={named[kind]} remove={remove}>
      <Select
        label={t.benefit}
        data={kindsInOrder.map((value) => ({ value, label: named[value] }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => value && change({ ...wish, kind: value as BenefitWish['kind'] })}
      />
      <BenefitFields kind={kind} form={formOf(wish, change, fault)} />
    </Box>
  )
}

function House({ wish, change, remove }: RowProps<HouseWish>) {
  const t = useTexts(inKindTexts)
  const { occupant, house } = wish
  const fault = faultsOf(quartersInput.safeParse(houseOf(wish)))
  return (
    <Box legend={t.house} remove={remove}>
      <HouseFields occupant={occupant} house={house} form={formOf(wish, change, fault)} />
    </Box>
  )
}

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
