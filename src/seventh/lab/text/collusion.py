"""Text output of `seventh collusion`."""

from __future__ import annotations

from seventh.lab.collusion import CollusionReport
from seventh.lab.simulation.report import Z95
from seventh.lab.text.partial import partial


def render(report: CollusionReport) -> str:
    """The report as text."""
    lines = [
        f"{report.house}: {report.deals:,} deals, seed {report.seed}, {report.seconds:.1f} s",
        f"house edge without collusion {100 * float(report.edge):.4f}% of the ante (exact)",
        "hands seen       gain per ante  +- (95%)   play changed    remaining edge               group gain",
    ]
    if report.stopped:
        lines.insert(1, partial(report.deals, report.asked, "deals"))
    lines += [
        f"{gain.seen:>10} {100 * gain.gain:>16.4f}%  {100 * Z95 * gain.std_error:>7.4f}% {100 * gain.changed:>13.3f}%"
        f" {100 * gain.edge:>16.4f}% {100 * gain.gain * (gain.seen + 1):>25.3f}%"
        for gain in report.gains
    ]
    return "\n".join(lines)
