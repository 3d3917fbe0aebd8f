import { Alert, Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { type LoanProductShown, loanPurposes } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { type CallForm, useCallForm } from '../lib/form.ts'
import { amount, ksh } from '../lib/format.ts'
import { useLanguage, useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { noNumber, noteBelow } from '../ui/fields.tsx'
import { Money } from '../ui/money.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { applyTexts, purposeIn } from './apply-texts.ts'
import { GuarantorPicker } from './guarantor-picker.tsx'
import { TermsOfProducts } from './terms-text.tsx'
import { Working } from './working.tsx'

/** First the terms; whoever accepts them gets the form. */
export default function NewLoan({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const [accepted, setAccepted] = useState(false)
  const { data: products } = useRead(loans.products)
  if (!products) return null
  return accepted ? (
    <Application products={products} onClose={onClose} />
  ) : (
    <Terms products={products} onAccept={() => setAccepted(true)} onClose={onClose} />
  )
}

interface TermsProps {
  products: LoanProductShown[]
  onAccept: () => void
  onClose: () => void
}

function Terms({ products, onAccept, onClose }: TermsProps) {
  const t = useTexts(applyTexts)
  return (
    <Modal opened onClose={onClose} title={t.termsTitle} size="xl">
      <Stack gap="md">
        <TermsOfProducts products={products} />
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            {t.decline}
          </Button>
          <Button onClick={onAccept}>{t.accept}</Button>
        </div>
      </Stack>
    </Modal>
  )
}

const blank = {
  product_id: '',
  guarantor_1: '',
  guarantor_2: '',
  amount: noNumber,
  purpose: '',
  term_months: '',
  tops_up: '',
}
type Values = typeof blank & Record<string, unknown>

interface ApplicationProps {
  products: LoanProductShown[]
  onClose: () => void
}

function Application({ products, onClose }: ApplicationProps) {
  const t = useTexts(applyTexts)
  const productOf = ({ product_id }: Values) =>
    products.find((one) => String(one.product_id) === product_id)
  const { form, submit, busy, mayClose } = useCallForm<typeof loans.create, Values>({
    endpoint: loans.create,
    initial: blank,
    long: true,
    send: (values) => ({ ...values, terms: productOf(values)?.terms.en ?? '' }),
    done: t.submitted,
    onDone: onClose,
  })
  const { values } = form
  const product = productOf(values)
  const [tried, setTried] = useState(false)
  const cancel = async () => {
    if (await mayClose()) onClose()
  }
  return (
    <Modal opened onClose={cancel} title={t.title} closeOnClickOutside={!form.isDirty()}>
      <form
        noValidate
        onSubmit={(event) => {
          setTried(true)
          if (!isComplete(values, product)) toast('error', t.fillAll)
          submit(event)
        }}
      >
        <Stack gap="md">
          <ProductFields form={form as never} products={products} product={product} />
          {product?.guarantors !== 0 && <Guarantors form={form as never} tried={tried} />}
          <Purpose form={form as never} />
          <Cost product={product} values={values} />
          <div className="modal-foot">
            <Button variant="default" onClick={cancel}>
              {t.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {t.apply}
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}

const isComplete = (values: Values, product: LoanProductShown | undefined) =>
  product !== undefined &&
  typeof values.amount === 'number' &&
  values.purpose.trim() !== '' &&
  values.term_months !== '' &&
  (product.guarantors === 0 || (values.guarantor_1 !== '' && values.guarantor_2 !== ''))

type LoanForm = CallForm<typeof loans.create>

function Purpose({ form }: { form: LoanForm }) {
  const t = useTexts(applyTexts)
  const language = useLanguage()
  const [other, setOther] = useState<string | null>(null)
  return (
    <>
      <Select
        label={t.purpose}
        required
        placeholder={t.selectPurpose}
        data={loanPurposes.map((value) => ({ value, label: purposeIn(value, language) }))}
        value={other ?? ((form.values.purpose as string) || null)}
        error={other === null && form.errors.purpose}
        onChange={(purpose) => {
          setOther(purpose === 'Other' ? 'Other' : null)
          form.setFieldValue('purpose', purpose === 'Other' ? '' : (purpose ?? ''))
        }}
      />
      {other && <TextInput label={t.otherPurpose} required {...form.getInputProps('purpose')} />}
    </>
  )
}

/** The call asks for them by the product, so its schema alone misses neither. */
function Guarantors({ form, tried }: { form: LoanForm; tried: boolean }) {
  const t = useTexts(applyTexts)
  const values = form.values as unknown as Values
  const missing = (id: string) => tried && id === '' && t.guarantorMissing
  const set = (field: string) => (id: string | null) => form.setFieldValue(field, id ?? '')
  return (
    <>
      <GuarantorPicker
        label={t.guarantor1}
        value={values.guarantor_1 || null}
        other={values.guarantor_2}
        onChange={set('guarantor_1')}
        error={form.errors.guarantor_1 ?? missing(values.guarantor_1)}
      />
      <GuarantorPicker
        label={t.guarantor2}
        value={values.guarantor_2 || null}
        other={values.guarantor_1}
        onChange={set('guarantor_2')}
        error={form.errors.guarantor_2 ?? missing(values.guarantor_2)}
      />
    </>
  )
}

interface ProductProps {
  form: LoanForm
  products: LoanProductShown[]
  product: LoanProductShown | undefined
}

function ProductFields({ form, products, product }: ProductProps) {
  const t = useTexts(applyTexts)
  const values = form.values as unknown as Values
  const most = product?.maximums.find(({ term }) => String(term) === values.term_months)
  const terms = product?.maximums.map(({ term }) => String(term)) ?? []
  return (
    <>
      <Select
        label={t.product}
        required
        placeholder={t.selectProduct}
        data={products.map(({ product_id, label }) => ({ value: String(product_id), label }))}
        description={
          product &&
          t.productRange({ least: amount(product.amount_min), most: amount(product.amount_max) })
        }
        {...noteBelow}
        {...form.getInputProps('product_id')}
        onChange={(id) => {
          form.setFieldValue('product_id', id ?? '')
          const chosen = products.find(({ product_id }) => String(product_id) === id)
          form.setFieldValue(
            'term_months',
            chosen?.term_max === 1 ? '1' : within(values.term_months, chosen),
          )
        }}
        data-autofocus
      />
      <TopUp form={form} product={product} />
      <Select
        label={t.term}
        required
        placeholder={t.selectTerm}
        data={terms}
        disabled={!product}
        {...form.getInputProps('term_months')}
      />
      <Money
        label={t.amount}
        required
        description={most && most.amount > 0 ? t.maximum({ most: amount(most.amount) }) : undefined}
        title={most?.working}
        {...noteBelow}
        {...form.getInputProps('amount')}
      />
    </>
  )
}

const within = (term: string, product: LoanProductShown | undefined) =>
  product && Number(term) <= product.term_max ? term : ''

/** Somebody who still repays a loan of the same kind may settle it with the new one. */
function TopUp({ form, product }: Omit<ProductProps, 'products'>) {
  const t = useTexts(applyTexts)
  const { employee_id } = useProfile()
  const { data } = useRead(
    loans.standing,
    { params: { id: employee_id ?? '' } },
    { enabled: employee_id != null },
  )
  const same = (data?.loans ?? []).filter((loan) => loan.product === product?.name)
  if (same.length === 0 || product?.guarantors === 0) return null
  return (
    <Select
      label={t.topUp}
      description={t.topUpText}
      {...noteBelow}
      placeholder={t.noKeepBoth}
      clearable
      clearButtonProps={{ 'aria-label': t.keepBoth }}
      data={same.map(({ id, product: name, outstanding }) => ({
        value: id,
        label: t.running({ name, owed: amount(outstanding) }),
      }))}
      {...form.getInputProps('tops_up')}
      value={(form.values.tops_up as string) || null}
      onChange={(id) => form.setFieldValue('tops_up', id ?? '')}
    />
  )
}

/** Total and monthly payment, from the server, as soon as they can be told. */
function Cost({ product, values }: { product: LoanProductShown | undefined; values: Values }) {
  const t = useTexts(applyTexts)
  const period = Number(values.term_months)
  const wanted = typeof values.amount === 'number' ? values.amount : 0
  const fits =
    product !== undefined &&
    period >= 1 &&
    Number.isInteger(wanted) &&
    wanted >= product.amount_min &&
    wanted <= product.amount_max
  const body = { loanProductRefId: product?.product_id ?? 0, amount: wanted, period }
  const { data } = useRead(loans.quote, { body }, { enabled: fits, keep: true })
  if (!fits || !data) return null
  return (
    <Alert color="blue" title={t.repayment} role="status">
      <Text size="sm">
        {t.total}: <b className="figures">{ksh(data.totalAmount)}</b>
      </Text>
      <Text size="sm">
        {t.monthly}: <b className="figures">{ksh(data.monthlyInstallment)}</b>
      </Text>
      <Working lines={data.working} />
    </Alert>
  )
}
