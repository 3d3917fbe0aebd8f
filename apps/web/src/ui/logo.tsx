/** The product's mark: an M with the coin it is about. Decorative; the name stands beside it. */
export function Logo({ size = 32, plain = false }: { size?: number; plain?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill={plain ? 'rgb(255 255 255 / 14%)' : '#0b6b50'} />
      <path
        d="M7.5 23V10.5L16 18.5L24.5 10.5V23"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="9" r="2.4" fill="#f2b84b" />
    </svg>
  )
}
