interface Props {
  payroll: { id: string; month: string }
  filter: Record<string, string>
}

export default function ExportControls(_: Props) {
  return null
}
