"""textual_table.py data | fast ROWS: the rows of TerminalTable in Textual's own DataTable, or in textual-fastdatatable's over Arrow."""
import sys

from textual.app import App

WIDGET, ROWS = sys.argv[1], int(sys.argv[2])


class Table(App):
    def compose(self):
        if WIDGET == "data":
            from textual.widgets import DataTable

            yield DataTable(cursor_type="row", id="table")
            return
        import pyarrow
        from textual_fastdatatable import ArrowBackend, DataTable as FastDataTable

        columns = {
            "number": list(range(ROWS)), "name": [f"name {row}" for row in range(ROWS)],
            "value": [row * 7919 % 100_003 for row in range(ROWS)],
        }
        yield FastDataTable(backend=ArrowBackend(pyarrow.table(columns)), cursor_type="row", id="table")

    def on_mount(self):
        table = self.query_one("#table")
        if WIDGET == "data":
            table.add_columns("number", "name", "value")
            table.add_rows((str(row), f"name {row}", str(row * 7919 % 100_003)) for row in range(ROWS))
        table.focus()


Table().run()
