import { type DetailSubject, type DetailValues, subjectFields } from '@mshahara/contract/my-details'
import { useTexts } from '../lib/language.tsx'
import { Face } from '../ui/face.tsx'
import { IconArrowRight } from '../ui/icons.ts'
import classes from './my-details.module.css'
import { detailTexts } from './texts.ts'

type Words = ReturnType<typeof useTexts<typeof detailTexts>>

/** The fields of a subject in the reader's words. */
export const fieldsOf = (t: Words): Record<DetailSubject, Record<string, string>> => ({
  phone: { phone: t.phone },
  address: { address: t.address },
  kin: { name: t.name, relationship: t.relationship, phone: t.phone },
  bank: { bank_name: t.bankName, branch_name: t.branch, account_no: t.account },
  photo: {},
})

/** On one line: "Equity Bank Kenya, 0170…"; a picture has no words. */
export const inOneLine = (subject: DetailSubject, values: DetailValues) =>
  Object.keys(subjectFields[subject])
    .flatMap((field) => values[field] || [])
    .join(', ')

interface Props {
  change: { subject: DetailSubject; before: DetailValues; after: DetailValues }
  /** Whose picture it is; without it the pictures are not shown. */
  person?: { first_name: string; last_name: string } | undefined
}

/** Old → new: the fields that differ, and the whole of an account. */
export function Change({ change: { subject, before, after }, person }: Props) {
  const t = useTexts(detailTexts)
  if (subject === 'photo') return <Pictures before={before} after={after} person={person} />
  const fields = Object.entries(fieldsOf(t)[subject])
  const differing = fields.filter(([field]) =>
    subject === 'bank' ? before[field] || after[field] : before[field] !== after[field],
  )
  const side = (values: DetailValues, isNew: boolean) => (
    <dl>
      {differing.map(([field, label]) => (
        <div key={field}>
          <dt>{`${label}, ${(isNew ? t.after : t.before).toLowerCase()}`}</dt>
          <dd data-new={isNew || undefined}>{values[field] || t.none}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <div className={classes.change}>
      {side(before, false)}
      <IconArrowRight size={18} aria-hidden />
      {side(after, true)}
    </div>
  )
}

type PicturesProps = Pick<Props, 'person'> & Omit<Props['change'], 'subject'>

function Pictures({ before, after, person }: PicturesProps) {
  if (!person) return null
  const face = (avatar: string | null | undefined) => (
    <Face person={{ ...person, avatar: avatar ?? null }} size={96} folder="employee" />
  )
  return (
    <div className={classes.change}>
      {face(before.photo)}
      <IconArrowRight size={18} aria-hidden />
      {face(after.photo)}
    </div>
  )
}
