"""Called with the fields of the JSON body as keyword arguments; what it returns is the JSON response."""


def run(name="world"):
    return {"message": f"Hello, {name}"}
