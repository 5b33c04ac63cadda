"""The lab in the browser: figures of changed house rules, and equities, computed in processes of their own."""
