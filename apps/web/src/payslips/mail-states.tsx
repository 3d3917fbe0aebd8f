export default function MailStates(_: { payroll_id: string }) {
  return null
}
